// The join sound, made on the spot: two short notes at volume 0.3.

const volume = 0.3;
let context: AudioContext | null = null;

/** Plays the join sound. Silent where the browser allows no sound yet. */
export function playJoinSound() {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Before the first press on the page a browser keeps audio suspended; a
  // notice that waited for it would sound at the wrong moment.
  if (context.state !== 'running') {
    void context.resume().catch(() => {});
    return;
  }
  const start = context.currentTime;
  note(context, 660, start);
  note(context, 880, start + 0.09);
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
