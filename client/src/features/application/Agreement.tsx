// Stage 4: the agreement, signed by its name. Enter in the signature submits.
import { texts } from 'texts:application';
import type { FormEvent } from 'react';
import { serverNow } from '@/net/serverClock';
import { isBlank, maxLine, stages } from '@/rules/application/application';
import { faultTexts } from '@/rules/application/forms';
import { changeDraft, useApplicationDraft } from '@/stores/application/draft';
import { useCommunityName } from '@/stores/session/config';
import { Checkbox } from '@/ui/Checkbox';
import { Field } from '@/ui/Field';
import s from './Agreement.module.css';
import { agreementParts, agreementVersion } from './agreement';
import { inCapitals } from './capitals';
import stageStyle from './Stage.module.css';
import { StageFoot } from './StageFoot';
import { useStage } from './useStage';

const names = ['ndaSignature', 'ndaAgreed'] as const;
const unsigned = { signature: '', agreed: false };

export function Agreement() {
  const { signature, agreed } = useApplicationDraft(({ draft }) => draft.agreement) ?? unsigned;
  const community = useCommunityName();
  const stage = useStage(stages.agreement, names);
  const { faults, mark } = stage;

  function sign(value: string) {
    changeDraft('agreement', { signature: value, agreed: !isBlank(value) });
    mark('ndaSignature');
    mark('ndaAgreed');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = isBlank(signature)
      ? { ndaSignature: faultTexts().sign }
      : agreed
        ? {}
        : { ndaAgreed: faultTexts().sign };
    stage.save(found, () => ({
      ndaAgreed: agreed,
      ndaSignature: signature,
      ndaSignedAt: new Date(serverNow()).toISOString(),
    }));
  }

  return (
    <form ref={stage.form} className={stageStyle.form} onSubmit={submit} noValidate>
      <section className={`${stageStyle.panel} bracketed`} aria-label={texts.agreement}>
        <header className={s.head}>
          <h2 className={stageStyle.heading}>{texts.agreement}</h2>
          <span className={s.version}>{agreementVersion}</span>
        </header>
        <ol className={s.parts}>
          {agreementParts(community).map(({ title, text }) => (
            <li key={title} className={s.part}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <div className={stageStyle.part}>
        <Field
          className={s.signature}
          label={texts.signature}
          hint={texts.signatureHint}
          value={signature}
          {...inCapitals(sign)}
          error={faults.ndaSignature}
          maxLength={maxLine}
          autoComplete="name"
          spellCheck={false}
          enterKeyHint="send"
        />
        <Checkbox
          label={texts.agree}
          checked={agreed}
          onChange={(event) => {
            changeDraft('agreement', { signature, agreed: event.target.checked });
            mark('ndaAgreed');
          }}
          error={faults.ndaAgreed}
        />
      </div>
      <StageFoot failure={stage.failure} busy={stage.busy} label={texts.submit} />
    </form>
  );
}
