// A priority as a badge: a word and a tone.
import { texts } from 'texts:priorities';
import { Badge, type BadgeTone } from '@/ui/Badge';
import type { EmergencyPriority } from '@/wire/bodies.gen';

const tones: Record<EmergencyPriority, BadgeTone> = { critical: 'alert', high: 'accent', normal: 'info' };

export function Priority({ of }: { of: EmergencyPriority }) {
  return <Badge tone={tones[of]}>{texts.words[of]}</Badge>;
}
