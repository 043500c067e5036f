// Notifications to members: a campaign is composed in one part and read about in the
// other. The campaign that was just sent is followed above both.
import { texts } from 'texts:admin/campaign';
import { useState } from 'react';
import { Tabs } from '@/ui/Tabs';
import { useChoice } from '../address';
import s from './Campaign.module.css';
import { CampaignHistory } from './CampaignHistory';
import { Compose } from './Compose';
import { ProgressPanel } from './ProgressPanel';

const parts = () =>
  [
    { value: 'compose', label: texts.compose },
    { value: 'history', label: texts.history },
  ] as const;

export function CampaignTab() {
  const [part, setPart] = useChoice('part', parts(), 'compose');
  const [followed, setFollowed] = useState<string | null>(null);
  return (
    <div className={s.tab}>
      {followed && <ProgressPanel key={followed} id={followed} onDone={() => setFollowed(null)} />}
      <Tabs label={texts.parts} tabs={parts()} value={part} onChange={setPart}>
        {part === 'compose' ? (
          <Compose onSent={setFollowed} onScheduled={() => setPart('history')} />
        ) : (
          <CampaignHistory onFollow={setFollowed} />
        )}
      </Tabs>
    </div>
  );
}
