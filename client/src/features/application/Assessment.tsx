// Stage 3: eleven written answers, none of which is written in a hurry.
import { texts } from 'texts:application';
import { type FormEvent, useEffect, useMemo } from 'react';
import { serverNow } from '@/net/serverClock';
import { answersWaitMs, countWords, maxAnswer, minWords, stages } from '@/rules/application/application';
import {
  assessmentData,
  assessmentFaults,
  assessmentOf,
  type Assessment as Form,
  hasFaults,
  hasteFault,
  type Question,
  questions,
} from '@/rules/application/forms';
import { brandName } from '@/rules/brand';
import { changeDraft, useApplicationDraft } from '@/stores/application/draft';
import { useConfig } from '@/stores/session/config';
import { TextArea } from '@/ui/Field';
import type { Application } from '@/wire/bodies.gen';
import s from './Assessment.module.css';
import { questionTexts } from './applicationTexts';
import { inCapitals } from './capitals';
import stageStyle from './Stage.module.css';
import { StageFoot } from './StageFoot';
import { useSpent } from './useSpent';
import { useStage } from './useStage';

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export function Assessment({ application }: { application: Application }) {
  const typed = useApplicationDraft(({ draft }) => draft.assessment);
  const form: Form = useMemo(() => ({ ...assessmentOf(application), ...typed }), [application, typed]);
  const asked = questionTexts(brandName(useConfig()?.creatorName, 'The Creator', texts.theCreator));
  const stage = useStage(stages.assessment, questions);
  const { faults, mark } = stage;
  const { spent, onFocus, onBlur } = useSpent();
  const opened = application.assessment_opened_at;
  // Right at each drawing, of which there is one a second.
  const waitSeconds = Math.ceil(answersWaitMs(opened, serverNow()) / 1000);
  const { failure } = stage;

  function set(question: Question, value: string) {
    changeDraft('assessment', { [question]: value });
    mark(question);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = assessmentFaults(form);
    const haste = hasFaults(found) ? null : hasteFault(opened, serverNow());
    stage.save(found, () => assessmentData(form, spent), haste);
  }

  // A field that grows with its answer has no second scroll bar.
  useEffect(() => {
    for (const area of stage.form.current?.querySelectorAll('textarea') ?? []) grow(area);
  }, [stage.form]);

  return (
    <form ref={stage.form} className={stageStyle.form} onSubmit={submit} noValidate>
      <p className={stageStyle.quiet}>{texts.answersTitle}</p>
      <ol className={s.questions}>
        {questions.map((question, at) => {
          const words = countWords(form[question]);
          return (
            <li key={question} className={s.question} data-enough={words >= minWords || undefined}>
              <span className={s.number} aria-hidden="true">
                {String(at + 1).padStart(2, '0')}
              </span>
              <TextArea
                className={s.answer}
                label={asked[question]}
                value={form[question]}
                {...inCapitals((value) => set(question, value))}
                onInput={(event) => grow(event.currentTarget)}
                onFocus={() => onFocus(question)}
                onBlur={onBlur}
                error={faults[question]}
                maxLength={maxAnswer}
                rows={4}
                hint={
                  <span className={s.counts}>
                    <span className={s.words}>{texts.words({ words, least: minWords })}</span>
                    <span aria-hidden="true">{clock(spent.byQuestion[question] ?? 0)}</span>
                  </span>
                }
              />
            </li>
          );
        })}
      </ol>
      <StageFoot failure={failure} busy={stage.busy} label={texts.next}>
        {failure && waitSeconds > 0 && (
          <p className={stageStyle.quiet}>{texts.wait({ seconds: waitSeconds })}</p>
        )}
      </StageFoot>
    </form>
  );
}

function grow(area: HTMLTextAreaElement) {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}
