// The non-disclosure agreement that is signed. The server stamps its version
// (store/application/agreement.go): whoever changes the text gives it another one.
import { texts } from 'texts:application';

export const agreementVersion = '2026-1';

export const agreementParts = (community: string): readonly { title: string; text: string }[] => [
  {
    title: texts.confidentiality,
    text: texts.everythingThatYouSee({ community }),
  },
  {
    title: texts.nonDisclosure,
    text: texts.youDoNotCopy,
  },
  {
    title: texts.exclusions,
    text: texts.thisDoesNotCover,
  },
  {
    title: texts.duration,
    text: texts.yourDutiesBeginWith,
  },
  {
    title: texts.consequences,
    text: texts.aBreachMayEnd,
  },
  {
    title: texts.governingLaw,
    text: texts.thisAgreementIsGoverned,
  },
];
