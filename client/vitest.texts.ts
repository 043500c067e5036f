// The texts of English are there before a test reads them.
import { files } from 'languages:all';
import { loadTexts } from '@/languages/texts';

await loadTexts(files);
