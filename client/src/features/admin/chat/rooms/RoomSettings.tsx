// What a room is called, and how one may write in it.
import { texts } from 'texts:admin/chat/rooms';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { messageOf } from '@/net/api';
import { type RoomDraft, roomDrafts } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { FieldError } from '@/ui/Field';
import { Select } from '@/ui/Select';
import type { AdminRoom, UpdateRoom } from '@/wire/bodies.gen';
import s from './RoomDetails.module.css';
import { RoomWords } from './RoomWords';
import { updateRoom } from './roomCalls';
import { slowModes } from './slowModes';

export function RoomSettings({ room }: { room: AdminRoom }) {
  const typed = roomDrafts.use()[room.id];
  const stored: RoomDraft = {
    displayName: room.display_name,
    description: room.description,
    slow: String(room.slow_mode_seconds),
    readOnly: room.read_only,
  };
  const { displayName, description, slow, readOnly }: RoomDraft = { ...stored, ...typed };
  function change<Name extends keyof RoomDraft>(name: Name, value: RoomDraft[Name]) {
    const over = { [name]: stored[name], ...typed?.over };
    roomDrafts.change({ [room.id]: { ...typed, [name]: value, over } });
  }

  // Only these are sent: the others may have been changed by another administrator a moment ago.
  const changes: UpdateRoom = {
    ...(displayName !== room.display_name && { display_name: displayName }),
    ...(description !== room.description && { description }),
    ...(Number(slow) !== room.slow_mode_seconds && { slow_mode_seconds: Number(slow) }),
    ...(readOnly !== room.read_only && { read_only: readOnly }),
  };
  const changed = Object.keys(changes).length > 0;
  /** What is typed over something that another administrator has written meanwhile. */
  const replaced = (['displayName', 'description'] as const).filter(
    (name) =>
      typed?.[name] !== undefined && typed[name] !== stored[name] && typed.over?.[name] !== stored[name],
  );
  const save = useMutation({
    mutationFn: () => updateRoom(room.id, changes),
    onSuccess: () => {
      roomDrafts.change({ [room.id]: {} });
      toast(texts.settingsSaved, { tone: 'clear' });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (changed && !save.isPending) save.mutate();
  }

  return (
    <section className={s.part} aria-label={texts.settingsOf({ display_name: room.display_name })}>
      <h4 className="label">{texts.settings}</h4>
      <form className={s.form} onSubmit={submit} noValidate>
        <RoomWords
          displayName={displayName}
          onDisplayName={(text) => change('displayName', text)}
          description={description}
          onDescription={(text) => change('description', text)}
        />
        <Select
          label={texts.slowModeLabel}
          hint={texts.slowModeHint}
          options={slowModes(room.slow_mode_seconds)}
          value={slow}
          onChange={(next) => change('slow', next)}
        />
        <Checkbox
          label={texts.readOnly}
          checked={readOnly}
          onChange={(event) => change('readOnly', event.target.checked)}
        />
        <div aria-live="polite">
          {replaced.length > 0 && !save.isPending && (
            <div className={s.replaced}>
              <p>{texts.replaces}</p>
              {replaced.map((name) => (
                <p key={name} className={s.theirs} dir="auto">
                  {stored[name] || texts.noDescription}
                </p>
              ))}
            </div>
          )}
        </div>
        <FieldError error={save.error ? messageOf(save.error, texts.settingsFailed) : null} />
        <div>
          <Button type="submit" variant="primary" size="small" busy={save.isPending} disabled={!changed}>
            {texts.save}
          </Button>
        </div>
      </form>
    </section>
  );
}
