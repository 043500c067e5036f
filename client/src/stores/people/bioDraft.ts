// The bio as it is being written on one's rank page; null while nothing is. The page is
// loaded without the store of forms.
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';
import { wordsUnder } from '@/stores/session/writing';

export const readBioDraft = () => readTabItem(wordsUnder.bio);

export const storeBioDraft = (bio: string | null) => writeTabItem(wordsUnder.bio, bio);
