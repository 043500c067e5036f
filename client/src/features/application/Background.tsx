// Stage 2: what the applicant has to do with the creator.
import { texts } from 'texts:application';
import { type FormEvent, Fragment, useId, useMemo } from 'react';
import { serverNow } from '@/net/serverClock';
import { followingYears, maxDetails, maxLine, platforms, stages } from '@/rules/application/application';
import {
  type BackgroundField,
  backgroundData,
  backgroundFaults,
  backgroundFields,
  backgroundOf,
  type Choice,
  choices,
  dependents,
  type Background as Form,
  faultTexts,
} from '@/rules/application/forms';
import { changeDraft, useApplicationDraft } from '@/stores/application/draft';
import { Field, FieldError, TextArea } from '@/ui/Field';
import { Select } from '@/ui/Select';
import type { Application } from '@/wire/bodies.gen';
import { inCapitals } from './capitals';
import s from './Stage.module.css';
import { StageFoot } from './StageFoot';
import { StagePart } from './StagePart';
import { useStage } from './useStage';
import { YesNo } from './YesNo';

const none = () => ({ value: '', label: texts.choose });
const platformOptions = () => [
  none(),
  ...platforms.map((platform) => ({
    value: platform,
    label: platform === 'OTHER' ? texts.otherPlatform : platform,
  })),
];
const networks = ['twitterUsername', 'instagramUsername', 'snapchatUsername', 'tiktokUsername'] as const;
const names: readonly (BackgroundField | Choice)[] = [...backgroundFields, ...choices];

export function Background({ application }: { application: Application }) {
  const id = useId();
  const typed = useApplicationDraft(({ draft }) => draft.background);
  const form: Form = useMemo(() => ({ ...backgroundOf(application), ...typed }), [application, typed]);
  const years = useMemo(
    () => [none(), ...followingYears(serverNow()).map((year) => ({ value: year, label: year }))],
    [],
  );
  const stage = useStage(stages.background, names);
  const { faults, mark } = stage;
  const unanswered = choices.find((choice) => faults[choice]);

  function set<Name extends keyof Form>(name: Name, value: Form[Name]) {
    changeDraft('background', { [name]: value });
    mark(name);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    stage.save(backgroundFaults(form), () => ({ ...backgroundData(form) }));
  }

  const field = (name: BackgroundField) => ({
    label: texts.backgroundLabels[name],
    value: form[name],
    error: faults[name],
  });
  const capitals = (name: BackgroundField) => ({
    ...field(name),
    maxLength: maxLine,
    autoComplete: 'off',
    spellCheck: false,
    ...inCapitals((value) => set(name, value)),
  });
  const email = (name: BackgroundField) => (
    <Field
      {...field(name)}
      onChange={(event) => set(name, event.target.value.toLowerCase())}
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  );

  function dependent(choice: Choice) {
    const name = form[choice] ? dependents[choice] : undefined;
    switch (name) {
      case undefined:
        return null;
      case 'purchaseDetails':
        return <TextArea {...capitals(name)} maxLength={maxDetails} spellCheck rows={3} />;
      case 'fanfixUsername':
        return <Field {...capitals(name)} />;
      default:
        return email(name);
    }
  }

  return (
    <form ref={stage.form} className={s.form} onSubmit={submit} noValidate>
      <StagePart title={texts.backgroundParts.found}>
        <div className={s.pair}>
          <Select
            {...field('discoveryPlatform')}
            options={platformOptions()}
            onChange={(value) => set('discoveryPlatform', value)}
          />
          <Select
            {...field('followingSince')}
            options={years}
            onChange={(value) => set('followingSince', value)}
          />
        </div>
      </StagePart>
      <StagePart title={texts.backgroundParts.names}>
        <div className={s.pair}>
          {networks.map((name) => (
            <Field key={name} {...capitals(name)} />
          ))}
        </div>
      </StagePart>
      <StagePart title={texts.backgroundParts.questions}>
        {choices.map((choice) => (
          <Fragment key={choice}>
            <YesNo
              question={texts.choiceLabels[choice]}
              value={form[choice]}
              onChange={(value) => set(choice, value)}
              missing={faults[choice] !== undefined}
              describedBy={`${id}-all`}
            />
            {choice === unanswered && <FieldError id={`${id}-all`} error={faultTexts().answerAll} />}
            {dependent(choice)}
          </Fragment>
        ))}
      </StagePart>
      <StageFoot failure={stage.failure} busy={stage.busy} label={texts.next} />
    </form>
  );
}
