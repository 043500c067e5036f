// The sounds of chat, made on the spot: a few short notes at volume 0.3.

const volume = 0.3;
let context: AudioContext | null = null;

/** Plays the join sound. */
export const playJoinSound = () => play([660, 880]);

/** Plays the sound of a mention: the same bell, the other way, once more. */
export const playMentionSound = () => play([988, 784, 988]);

const stepSeconds = 0.09;

/** Silent where the browser allows no sound yet. */
function play(pitchesHz: readonly number[]) {
  if (typeof AudioContext === 'undefined') return;
  // Begun before the first press on the page, it has the browser write a warning.
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  // Before the first press on the page a browser keeps audio suspended; a
  // notice that waited for it would sound at the wrong moment.
  if (context.state !== 'running') {
    void context.resume().catch(() => {});
    return;
  }
  const start = context.currentTime;
  for (const [i, pitchHz] of pitchesHz.entries()) note(context, pitchHz, start + i * stepSeconds);
}

function note(audio: AudioContext, pitchHz: number, at: number) {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = 'sine';
  tone.frequency.value = pitchHz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.17);
}
