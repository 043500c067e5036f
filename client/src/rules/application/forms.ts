// The four forms of the application: their fields, what is wrong in them, and what is
// sent of them. The server decides again.

import { texts as applicationTexts } from 'texts:application';
import { isEmail } from '@/rules/people/identifier';
import type { Application } from '@/wire/bodies.gen';
import {
  ageOn,
  answersWaitMs,
  codeLength,
  countWords,
  isBlank,
  isReapply,
  minAge,
  minWords,
  phoneOf,
} from './application';

export const faultTexts = () =>
  ({
    required: applicationTexts.required,
    email: applicationTexts.invalidEmail,
    phone: applicationTexts.invalidPhone,
    age: applicationTexts.adultsOnly,
    ageToProceed: applicationTexts.adultsOnlyToProceed,
    verifyEmail: applicationTexts.verifyEmailToProceed,
    verifyPhone: applicationTexts.verifyPhoneToProceed,
    photo: applicationTexts.photoVerificationRequired,
    answerAll: applicationTexts.pleaseAnswerAllMultiple,
    emailRequired: applicationTexts.emailRequired,
    usernameRequired: applicationTexts.usernameRequired,
    detailsRequired: applicationTexts.detailsRequired,
    words: (words: number) => applicationTexts.minimumWords({ minWords, words }),
    moreTime: applicationTexts.pleaseTakeMoreTime,
    sign: applicationTexts.pleaseEnterYourName,
  }) as const;

export type Faults<Name extends string> = Partial<Record<Name, string>>;

export const identificationFields = [
  'fullName',
  'email',
  'phone',
  'dateOfBirth',
  'streetAddress',
  'city',
  'stateProvince',
  'country',
] as const;
export type Identification = Record<(typeof identificationFields)[number], string>;

export const backgroundFields = [
  'discoveryPlatform',
  'followingSince',
  'twitterUsername',
  'instagramUsername',
  'snapchatUsername',
  'tiktokUsername',
  'photodumpEmail',
  'fanfixUsername',
  'donotenterEmail',
  'purchaseDetails',
] as const;
export const choices = [
  'isAfcMember',
  'isPhotodumpMember',
  'hasFanfixChat',
  'hasUsedDonotenter',
  'hasPlayedDonotenterGames',
  'hasPurchased',
] as const;
export type BackgroundField = (typeof backgroundFields)[number];
export type Choice = (typeof choices)[number];
export type Background = Record<BackgroundField, string> & Record<Choice, boolean | null>;

export const questions = [
  'whyJoin',
  'whatAboutContent',
  'commitmentLevel',
  'personalityDescription',
  'favoriteRestaurant',
  'carDetails',
  'occupation',
  'specialSkills',
  'messageToCreator',
  'communityExperience',
  'romanticDescription',
] as const;
export type Question = (typeof questions)[number];
export type Assessment = Record<Question, string>;

/** What a question that is answered with yes asks for. */
export const dependents: Partial<Record<Choice, BackgroundField>> = {
  isPhotodumpMember: 'photodumpEmail',
  hasFanfixChat: 'fanfixUsername',
  hasPlayedDonotenterGames: 'donotenterEmail',
  hasPurchased: 'purchaseDetails',
};

/** 'fullName' as the server answers it: 'full_name'. */
export const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const stored = (application: Application, name: string): unknown =>
  (application as unknown as Record<string, unknown>)[wireName(name)];

function textsOf<Name extends string>(application: Application, names: readonly Name[]) {
  const texts = names.map((name) => {
    const value = stored(application, name);
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(texts) as Record<Name, string>;
}

export const identificationOf = (application: Application): Identification =>
  textsOf(application, identificationFields);

export const assessmentOf = (application: Application): Assessment => textsOf(application, questions);

/** Questions that an application which came back has not answered are answered with no. */
export function backgroundOf(application: Application): Background {
  const unanswered = isReapply(application) ? false : null;
  const answers = choices.map((name) => {
    const value = stored(application, name);
    return [name, typeof value === 'boolean' ? value : unanswered];
  });
  const texts = textsOf(application, backgroundFields);
  return {
    ...texts,
    followingSince: texts.followingSince.slice(0, 4),
    ...(Object.fromEntries(answers) as Record<Choice, boolean | null>),
  };
}

const required = (text: string) => (isBlank(text) ? faultTexts().required : undefined);

/** What the server has recorded of stage 1. */
export interface Proven {
  email: boolean;
  phone: boolean;
  photo: boolean;
}

export const emailOf = (typed: string) => typed.trim().toLowerCase();

/** What of the form is proven: a proof holds for the value that was verified alone. */
export const provenOf = (application: Application, form: Identification): Proven => ({
  email: application.email_verified && emailOf(form.email) === application.email,
  phone: application.phone_verified && phoneOf(form.phone) === application.phone,
  photo: application.photo_url !== null,
});

export function identificationFaults(form: Identification, proven: Proven, now: number) {
  return set<keyof Identification | 'photo'>({
    fullName: required(form.fullName),
    email: isEmail(form.email) ? (proven.email ? undefined : faultTexts().verifyEmail) : faultTexts().email,
    phone: phoneOf(form.phone) ? (proven.phone ? undefined : faultTexts().verifyPhone) : faultTexts().phone,
    dateOfBirth: required(form.dateOfBirth) ?? ageFault(form.dateOfBirth, now, faultTexts().ageToProceed),
    city: required(form.city),
    stateProvince: required(form.stateProvince),
    country: required(form.country),
    photo: proven.photo ? undefined : faultTexts().photo,
  });
}

/** Said as soon as a birth date is entered. */
export const ageFault = (born: string, now: number, text: string = faultTexts().age) =>
  born !== '' && ageOn(born, now) < minAge ? text : undefined;

export function backgroundFaults(form: Background) {
  const email = (text: string) =>
    isBlank(text) ? faultTexts().emailRequired : isEmail(text) ? undefined : faultTexts().email;
  const faults: Faults<BackgroundField | Choice> = {
    discoveryPlatform: required(form.discoveryPlatform),
    followingSince: required(form.followingSince),
  };
  for (const name of choices) if (form[name] === null) faults[name] = faultTexts().answerAll;
  if (form.isPhotodumpMember) faults.photodumpEmail = email(form.photodumpEmail);
  if (form.hasFanfixChat && isBlank(form.fanfixUsername))
    faults.fanfixUsername = faultTexts().usernameRequired;
  if (form.hasPlayedDonotenterGames) faults.donotenterEmail = email(form.donotenterEmail);
  if (form.hasPurchased && isBlank(form.purchaseDetails))
    faults.purchaseDetails = faultTexts().detailsRequired;
  return set(faults);
}

export function answerFault(text: string): string | undefined {
  if (isBlank(text)) return faultTexts().required;
  const words = countWords(text);
  return words < minWords ? faultTexts().words(words) : undefined;
}

export const assessmentFaults = (form: Assessment) =>
  set(Object.fromEntries(questions.map((name) => [name, answerFault(form[name])])) as Faults<Question>);

/** Why the answers cannot be handed in yet, whatever is in them. */
export const hasteFault = (openedAt: string | null, now: number) =>
  answersWaitMs(openedAt, now) > 0 ? faultTexts().moreTime : null;

/** The faults that are there. */
function set<Name extends string>(faults: Faults<Name>): Faults<Name> {
  return Object.fromEntries(
    Object.entries(faults).filter(([, fault]) => fault !== undefined),
  ) as Faults<Name>;
}

export const hasFaults = (faults: Record<string, unknown>) => Object.keys(faults).length > 0;

/** The field that a refusal of the server is about, by its code: 'full_name_required'. */
export function faultyField<Name extends string>(code: string, names: readonly Name[]): Name | null {
  const fits = names.filter((name) => code.startsWith(`${wireName(name)}_`));
  return fits.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** What is sent of stage 1. */
export const identificationData = (form: Identification, application: Application, now: number) => {
  const proven = provenOf(application, form);
  return {
    ...form,
    email: emailOf(form.email),
    phone: phoneOf(form.phone) ?? form.phone,
    ageVerified: ageOn(form.dateOfBirth, now) >= minAge,
    emailVerified: proven.email,
    phoneVerified: proven.phone,
    photoUrl: application.photo_url,
    photoThumbnailUrl: application.photo_thumbnail_url,
  };
};

/** What is sent of stage 2: nothing that a question answered with no asks for. */
export function backgroundData(form: Background): Background {
  const data = { ...form };
  for (const [choice, field] of Object.entries(dependents)) if (!form[choice as Choice]) data[field] = '';
  return data;
}

/** Seconds on the stage and in each field. */
export interface Spent {
  total: number;
  byQuestion: Partial<Record<Question, number>>;
}

export const assessmentData = (form: Assessment, spent: Spent) => ({
  ...form,
  timeSpent: Math.round(spent.total),
  questionTimes: Object.fromEntries(questions.map((name) => [name, Math.round(spent.byQuestion[name] ?? 0)])),
});

/** The digits of a code, as many as it has. */
export const codeDigits = (typed: string) => typed.replace(/\D/g, '').slice(0, codeLength);
