import { describe, expect, it } from 'vitest';
import type { Application } from '@/wire/bodies.gen';
import {
  type Assessment,
  ageFault,
  assessmentFaults,
  type Background,
  backgroundData,
  backgroundFaults,
  backgroundOf,
  faultyField,
  hasteFault,
  type Identification,
  identificationFaults,
  provenOf,
  questions,
} from './forms';

const now = new Date('2026-03-10T12:00:00').getTime();
const person: Identification = {
  fullName: 'ADA REYES',
  email: 'ada@example.com',
  phone: '2125550143',
  dateOfBirth: '1990-02-28',
  streetAddress: '',
  city: 'AUSTIN',
  stateProvince: 'TEXAS',
  country: 'United States',
};
const all = { email: true, phone: true, photo: true };
const application = {
  status: 'pending',
  email: 'ada@example.com',
  phone: '+12125550143',
  email_verified: true,
  phone_verified: true,
  photo_url: null,
} as Application;

describe('stage 1 (APP-16)', () => {
  it('has nothing against a whole form', () => {
    expect(identificationFaults(person, all, now)).toEqual({});
  });

  it('says what is missing', () => {
    const empty = Object.fromEntries(Object.keys(person).map((name) => [name, ''])) as Identification;
    expect(identificationFaults(empty, { email: false, phone: false, photo: false }, now)).toEqual({
      fullName: 'REQUIRED',
      email: 'INVALID EMAIL',
      phone: 'INVALID PHONE',
      dateOfBirth: 'REQUIRED',
      city: 'REQUIRED',
      stateProvince: 'REQUIRED',
      country: 'REQUIRED',
      photo: 'PHOTO VERIFICATION REQUIRED',
    });
  });

  it('says what is not proven, and who is too young', () => {
    const young = { ...person, dateOfBirth: '2008-03-11' };
    expect(identificationFaults(young, { email: false, phone: false, photo: true }, now)).toEqual({
      email: 'VERIFY EMAIL TO PROCEED',
      phone: 'VERIFY PHONE TO PROCEED',
      dateOfBirth: 'MUST BE 18+ TO PROCEED',
    });
    expect(ageFault('2008-03-11', now)).toBe('MUST BE 18+');
  });

  it('holds a proof for the value that was verified alone (APP-22)', () => {
    expect(provenOf(application, person)).toEqual({ email: true, phone: true, photo: false });
    expect(provenOf(application, { ...person, email: 'eve@example.com' }).email).toBe(false);
    expect(provenOf(application, { ...person, phone: '+1 (212) 555-0143' }).phone).toBe(true);
    expect(provenOf(application, { ...person, phone: '2125550144' }).phone).toBe(false);
  });
});

describe('stage 2 (APP-27, APP-28)', () => {
  const fan: Background = {
    discoveryPlatform: 'YOUTUBE',
    followingSince: '2019',
    twitterUsername: '',
    instagramUsername: '',
    snapchatUsername: '',
    tiktokUsername: '',
    photodumpEmail: '',
    fanfixUsername: '',
    donotenterEmail: '',
    purchaseDetails: '',
    isAfcMember: false,
    isPhotodumpMember: false,
    hasFanfixChat: false,
    hasUsedDonotenter: true,
    hasPlayedDonotenterGames: false,
    hasPurchased: false,
  };

  it('asks for what a yes depends on', () => {
    expect(backgroundFaults(fan)).toEqual({});
    const yes = {
      ...fan,
      isPhotodumpMember: true,
      hasFanfixChat: true,
      hasPlayedDonotenterGames: true,
      hasPurchased: true,
    };
    expect(backgroundFaults(yes)).toEqual({
      photodumpEmail: 'EMAIL REQUIRED',
      fanfixUsername: 'USERNAME REQUIRED',
      donotenterEmail: 'EMAIL REQUIRED',
      purchaseDetails: 'DETAILS REQUIRED',
    });
    expect(backgroundFaults({ ...yes, photodumpEmail: 'ada' }).photodumpEmail).toBe('INVALID EMAIL');
  });

  it('wants each question answered', () => {
    const faults = backgroundFaults({ ...fan, isAfcMember: null, discoveryPlatform: '' });
    expect(faults).toEqual({
      discoveryPlatform: 'REQUIRED',
      isAfcMember: 'PLEASE ANSWER ALL MULTIPLE CHOICE QUESTIONS',
    });
  });

  it('answers with no what a reapplication has not answered (APP-10)', () => {
    expect(backgroundOf(application).isAfcMember).toBeNull();
    expect(backgroundOf({ ...application, status: 'reapply' }).isAfcMember).toBe(false);
    expect(
      backgroundOf({ ...application, status: 'reapply', is_afc_member: true, following_since: '2019-01-01' }),
    ).toMatchObject({ isAfcMember: true, followingSince: '2019' });
  });

  it('sends nothing that a no makes needless', () => {
    expect(backgroundData({ ...fan, purchaseDetails: 'A SHIRT' }).purchaseDetails).toBe('');
    expect(backgroundData({ ...fan, hasPurchased: true, purchaseDetails: 'A SHIRT' }).purchaseDetails).toBe(
      'A SHIRT',
    );
  });
});

describe('stage 3 (APP-30, APP-31)', () => {
  it('wants ten words of each answer', () => {
    const answers = Object.fromEntries(questions.map((name) => [name, 'A B C D E F G H I J'])) as Assessment;
    expect(assessmentFaults(answers)).toEqual({});
    expect(assessmentFaults({ ...answers, whyJoin: ' ', occupation: 'A PILOT' })).toEqual({
      whyJoin: 'REQUIRED',
      occupation: 'MINIMUM 10 WORDS REQUIRED (CURRENTLY 2)',
    });
  });

  it('refuses answers of less than 120 s', () => {
    const opened = new Date(now).toISOString();
    expect(hasteFault(opened, now + 119_000)).toBe('PLEASE TAKE MORE TIME ON YOUR ANSWERS');
    expect(hasteFault(opened, now + 120_000)).toBeNull();
  });
});

it("finds the field of the server's refusal", () => {
  expect(faultyField('full_name_required', ['fullName', 'email'])).toBe('fullName');
  expect(faultyField('photodump_email_invalid', ['photodumpEmail'])).toBe('photodumpEmail');
  expect(faultyField('data_malformed', ['fullName'])).toBeNull();
});
