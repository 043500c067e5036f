// The parts of the community's settings, in its tab and in an administrator's first steps.
import { texts } from 'texts:admin/community';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { sendTest } from '@/queries/campaign';
import type { CommunityDraft } from '@/stores/desk/formDrafts';
import { useSession } from '@/stores/session/session';
import { Button } from '@/ui/Button';
import { Field, FieldError, TextArea } from '@/ui/Field';
import { RadioList } from '@/ui/RadioList';
import type { Community } from '@/wire/bodies.gen';
import s from './Community.module.css';

interface PartProps {
  settings: Community;
  draft: CommunityDraft;
  onChange: (change: Partial<CommunityDraft>) => void;
}

export function NamePart({ settings, draft, onChange }: PartProps) {
  const fixed = settings.fixed.includes('name');
  return (
    <Field
      label={texts.name}
      value={draft.name}
      hint={fixed ? texts.fixed : texts.nameHint}
      disabled={fixed}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => onChange({ name: event.target.value })}
    />
  );
}

export function SupportPart({ settings, draft, onChange }: PartProps) {
  const fixed = settings.fixed.includes('supportEmail');
  return (
    <Field
      label={texts.support}
      type="email"
      inputMode="email"
      value={draft.supportEmail}
      hint={fixed ? texts.fixed : texts.supportHint}
      disabled={fixed}
      maxLength={254}
      autoComplete="off"
      onChange={(event) => onChange({ supportEmail: event.target.value })}
    />
  );
}

export function IntakePart({ settings, draft, onChange }: PartProps) {
  const fixed = settings.fixed.includes('intake');
  return (
    <fieldset className={s.intake} disabled={fixed}>
      <RadioList
        legend={texts.intake}
        options={(['open', 'invitation', 'closed'] as const).map((value) => ({
          value,
          label: texts.intakes[value],
          text: texts.intakeHints[value],
        }))}
        value={draft.intake}
        onChange={(intake) => onChange({ intake })}
      />
      {draft.intake !== 'open' && (
        <TextArea
          label={texts.intakeText}
          hint={texts.intakeTextHint}
          value={draft.intakeText}
          maxLength={500}
          rows={3}
          onChange={(event) => onChange({ intakeText: event.target.value })}
        />
      )}
      {fixed && <p className={s.quiet}>{texts.fixed}</p>}
    </fieldset>
  );
}

/** How mail leaves, and whether it arrives. */
export function MailPart({ settings }: { settings: Community }) {
  const address = useSession((session) => session.user?.email ?? '');
  const test = useMutation({ mutationFn: () => sendTest({ type: 'email', subject: texts.testSubject }) });
  const { mailServer, mailFrom, hasOutbox } = settings;
  const way = mailServer
    ? texts.mailBy({ server: mailServer, from: mailFrom })
    : hasOutbox
      ? texts.mailOutbox
      : texts.mailNowhere;
  return (
    <div className={s.mail}>
      <p>{way}</p>
      <p className={s.quiet}>{texts.mailOperator}</p>
      {(mailServer || hasOutbox) && address && (
        <Button onClick={() => test.mutate()} busy={test.isPending}>
          {texts.test}
        </Button>
      )}
      <p role="status" className={s.sent}>
        {test.isSuccess && texts.testSent({ address })}
      </p>
      <FieldError error={test.error ? messageOf(test.error, texts.testFailed) : null} />
    </div>
  );
}
