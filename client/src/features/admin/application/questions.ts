// The eleven questions of stage 3, in the order of the form.

import { texts } from 'texts:admin/application';

export const questions = (creator: string) =>
  [
    { key: 'why_join', label: texts.whyJoin },
    { key: 'what_about_content', label: texts.whatAboutTheContent },
    { key: 'commitment_level', label: texts.commitmentLevel },
    { key: 'personality_description', label: texts.personality },
    { key: 'favorite_restaurant', label: texts.favoriteRestaurant },
    { key: 'car_details', label: texts.car },
    { key: 'occupation', label: texts.occupation },
    { key: 'special_skills', label: texts.specialSkills },
    { key: 'message_to_creator', label: texts.messageTo({ creator }) },
    { key: 'community_experience', label: texts.communityExperience },
    { key: 'romantic_description', label: texts.romanticDescription },
  ] as const;
