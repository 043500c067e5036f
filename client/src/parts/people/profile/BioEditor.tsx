// The public bio with its counter; saved by a button, so that half sentences are not.
import { texts } from 'texts:parts/people/profile';
import { texts as rulesTexts } from 'texts:people/rules';
import { useMutation } from '@tanstack/react-query';
import { changeBio } from '@/queries/people/ownProfile';
import { bioLength, bioMaxLength, bioRedAbove } from '@/rules/people/profile';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { TextArea } from '@/ui/Field';
import s from './Editor.module.css';

interface BioEditorProps {
  bio: string;
  /** null: nothing is being written, what is stored is shown. */
  draft: string | null;
  onDraft: (draft: string | null) => void;
}

export function BioEditor({ bio, draft, onDraft }: BioEditorProps) {
  const text = draft ?? bio;
  const length = bioLength(text);
  const changed = draft !== null && draft !== bio;
  const save = useMutation({
    mutationFn: changeBio,
    onSuccess: (_, sent) => {
      // What was written meanwhile stays.
      if (draft === sent) onDraft(null);
      toast(texts.bioSaved, { tone: 'clear' });
    },
  });
  return (
    <form
      className={s.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && length <= bioMaxLength && !save.isPending) save.mutate(text);
      }}
    >
      <TextArea
        label={texts.bio}
        hint={texts.bioHint}
        rows={4}
        dir="auto"
        value={text}
        aside={
          <span className={cx('mono', s.counter, length > bioRedAbove && s.red)} aria-live="off">
            {length} / {bioMaxLength}
          </span>
        }
        error={save.error && changed ? rulesTexts.bioFailed : null}
        onChange={(event) => {
          onDraft(event.target.value);
          if (save.error) save.reset();
        }}
      />
      {changed && (
        <div className={s.buttons}>
          <Button
            onClick={() => {
              onDraft(null);
              save.reset();
            }}
          >
            {texts.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={length > bioMaxLength}>
            {texts.save}
          </Button>
        </div>
      )}
    </form>
  );
}
