// What the membership application says.
import { texts } from 'texts:application';
import type { Question } from '@/rules/application/forms';

export const stageTitles = () => [
  '',
  texts.identification,
  texts.backgroundCheck,
  texts.writtenAssessment,
  'NDA',
];

export const questionTexts = (creator: string): Record<Question, string> => ({
  whyJoin: texts.whyDoYouWant,
  whatAboutContent: texts.whatIsItAbout,
  commitmentLevel: texts.howCommittedWillYou,
  personalityDescription: texts.describePersonality,
  favoriteRestaurant: texts.whatIsYourFavorite,
  carDetails: texts.whatCarDoYou,
  occupation: texts.whatDoYouDo,
  specialSkills: texts.whatSpecialSkillsDo,
  messageToCreator: texts.whatWouldYouLike({ creator }),
  communityExperience: texts.whatExperienceDoYou,
  romanticDescription: texts.describeRomantically,
});
