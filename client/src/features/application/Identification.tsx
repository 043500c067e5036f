// Stage 1: who applies.
import { texts } from 'texts:application';
import { type FormEvent, useMemo } from 'react';
import { serverNow } from '@/net/serverClock';
import { PhotoInput } from '@/parts/camera/PhotoInput';
import { countries, lastBirthDate, maxLine, maxName, phoneOf, stages } from '@/rules/application/application';
import {
  ageFault,
  emailOf,
  type Identification as Form,
  faultTexts,
  identificationData,
  identificationFaults,
  identificationFields,
  identificationOf,
  provenOf,
} from '@/rules/application/forms';
import { isEmail } from '@/rules/people/identifier';
import { removePhoto, uploadPhoto } from '@/stores/application/application';
import { changeDraft, useApplicationDraft } from '@/stores/application/draft';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Select';
import type { Application } from '@/wire/bodies.gen';
import { CodeField } from './CodeField';
import { inCapitals } from './capitals';
import s from './Stage.module.css';
import { StageFoot } from './StageFoot';
import { StagePart } from './StagePart';
import { useStage } from './useStage';

const countryOptions = () => [
  { value: '', label: texts.choose },
  ...countries.map((country) => ({ value: country, label: texts.countries[country] })),
];

const names = [...identificationFields, 'photo'] as const;

export function Identification({ application }: { application: Application }) {
  const typed = useApplicationDraft(({ draft }) => draft.identification);
  const form: Form = useMemo(() => ({ ...identificationOf(application), ...typed }), [application, typed]);
  const stage = useStage(stages.identification, names);
  const { faults, mark } = stage;
  const proven = provenOf(application, form);

  function set(name: keyof Form, value: string) {
    changeDraft('identification', { [name]: value });
    mark(name, name === 'dateOfBirth' ? ageFault(value, serverNow()) : undefined);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const now = serverNow();
    stage.save(identificationFaults(form, proven, now), () => identificationData(form, application, now));
  }

  /** What a text field in capitals needs. */
  const capitals = (name: keyof Form) => ({
    label: texts.fieldLabels[name],
    value: form[name],
    error: faults[name],
    maxLength: maxLine,
    ...inCapitals((value) => set(name, value)),
  });

  return (
    <form ref={stage.form} className={s.form} onSubmit={submit} noValidate>
      <StagePart title={texts.identificationParts.person}>
        <Field {...capitals('fullName')} maxLength={maxName} autoComplete="name" />
        <CodeField
          channel="email"
          label={texts.fieldLabels.email}
          value={form.email}
          set={(value) => set('email', value.toLowerCase())}
          identifier={isEmail(form.email) ? emailOf(form.email) : null}
          invalid={faultTexts().email}
          verified={proven.email}
          error={faults.email}
          mark={(fault) => mark('email', fault)}
          recover={stage.recover}
          input={{
            inputMode: 'email',
            autoComplete: 'email',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 254,
          }}
        />
        <CodeField
          channel="phone"
          label={texts.fieldLabels.phone}
          hint={texts.fieldLabels.phoneHint}
          value={form.phone}
          set={(value) => set('phone', value)}
          identifier={phoneOf(form.phone)}
          invalid={faultTexts().phone}
          verified={proven.phone}
          error={faults.phone}
          mark={(fault) => mark('phone', fault)}
          recover={stage.recover}
          input={{ inputMode: 'tel', autoComplete: 'tel', maxLength: 40 }}
        />
        <Field
          label={texts.fieldLabels.dateOfBirth}
          type="date"
          min="1900-01-01"
          max={lastBirthDate(serverNow())}
          value={form.dateOfBirth}
          onChange={(event) => set('dateOfBirth', event.target.value)}
          error={faults.dateOfBirth}
          autoComplete="bday"
        />
      </StagePart>
      <StagePart title={texts.identificationParts.place}>
        <Field {...capitals('streetAddress')} autoComplete="street-address" />
        <div className={s.pair}>
          <Field {...capitals('city')} autoComplete="address-level2" />
          <Field {...capitals('stateProvince')} autoComplete="address-level1" />
        </div>
        <Select
          label={texts.fieldLabels.country}
          options={countryOptions()}
          value={form.country}
          onChange={(value) => set('country', value)}
          error={faults.country}
          autoComplete="country-name"
        />
      </StagePart>
      <StagePart title={texts.fieldLabels.photo} text={texts.fieldLabels.photoHint}>
        <div className={s.photo}>
          <PhotoInput
            saved={application.photo_url}
            save={async (photo, onProgress, signal) => {
              const message = await uploadPhoto(photo, onProgress, signal);
              mark('photo');
              return message;
            }}
            remove={removePhoto}
            error={faults.photo}
          />
        </div>
      </StagePart>
      <StageFoot failure={stage.failure} busy={stage.busy} label={texts.next} />
    </form>
  );
}
