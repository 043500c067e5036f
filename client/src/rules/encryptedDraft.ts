// Encrypted messages as administrators make them: how one stands, and what a draft lacks.
import { texts } from 'texts:encrypted/draft';
import type { CreateDecrypt, DecryptMessage } from '@/wire/bodies.gen';
import { bareCode, codeLength } from './encrypted';

/** How a message stands, in the order in which it counts. */
export function decryptStatus(
  message: Pick<DecryptMessage, 'viewLimitReached' | 'isExpired' | 'isActive'>,
): 'limit' | 'expired' | 'active' | 'inactive' {
  if (message.viewLimitReached) return 'limit';
  if (message.isExpired) return 'expired';
  return message.isActive ? 'active' : 'inactive';
}

/** What is wrong with a draft; null when it can be sent. */
export function draftFault(draft: CreateDecrypt): string | null {
  const content = draft.content.trim() !== '';
  if (draft.type === 'gallery' && !content && draft.galleryItems.length === 0)
    return texts.galleryMessagesMustHave;
  if (draft.type === 'text' && !content) return texts.textMessageContentIs;
  if (draft.type === 'video' && draft.videoUrl.trim() === '') return texts.videoUrlIsRequired;
  if (draft.type === 'video' && !content) return texts.videoMessageContentIs;
  if (draft.code !== '' && bareCode(draft.code).length !== codeLength) return texts.codeMustBeExactly;
  if (draft.expiresIn !== null && !wholeFrom1(draft.expiresIn)) return texts.expiryMustBeA;
  if (draft.maxViews !== null && !wholeFrom1(draft.maxViews)) return texts.maxViewsMustBe;
  return null;
}

const wholeFrom1 = (n: number) => Number.isInteger(n) && n >= 1;
