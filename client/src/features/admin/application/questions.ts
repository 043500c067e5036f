// The eleven questions of stage 3, in the order of the form.

export const questions = (creator: string) =>
  [
    { key: 'why_join', label: 'Why join' },
    { key: 'what_about_content', label: 'What about the content' },
    { key: 'commitment_level', label: 'Commitment level' },
    { key: 'personality_description', label: 'Personality' },
    { key: 'favorite_restaurant', label: 'Favorite restaurant' },
    { key: 'car_details', label: 'Car' },
    { key: 'occupation', label: 'Occupation' },
    { key: 'special_skills', label: 'Special skills' },
    { key: 'message_to_creator', label: `Message to ${creator}` },
    { key: 'community_experience', label: 'Community experience' },
    { key: 'romantic_description', label: 'Romantic description' },
  ] as const;
