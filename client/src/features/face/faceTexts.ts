// What a member agrees to before a face is stored.
import { texts } from 'texts:face';
import { textNamed } from '@/languages/texts';
import type { Config } from '@/wire/bodies.gen';

type Terms = Pick<Config, 'faceEngine' | 'facePicturesDays' | 'faceEnrolmentDays'>;

/** The terms, as this community is set up. */
export const termsOf = ({ faceEngine, facePicturesDays, faceEnrolmentDays }: Terms) => [
  { term: texts.purpose, text: texts.purposeText },
  { term: texts.whoCompares, text: textNamed(texts.engines, faceEngine) ?? texts.engineUnknown },
  { term: texts.whatIsStored, text: texts.whatIsStoredText },
  {
    term: texts.howLong,
    text: texts.howLongText({ picturesDays: facePicturesDays, enrolmentDays: faceEnrolmentDays }),
  },
  { term: texts.howToRemoveIt, text: texts.howToRemoveText },
];
