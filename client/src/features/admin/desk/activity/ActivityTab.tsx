// The Activity tab: what happens now, who is here, and how the nodes are.
import { texts } from 'texts:admin/desk/activity';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { realtimeQuery } from '@/queries/desk/activity';
import {
  onActivityPolled,
  pauseActivity,
  unwatchActivity,
  useActivity,
  watchActivity,
} from '@/stores/desk/activity';
import { Badge } from '@/ui/Badge';
import { Checkbox } from '@/ui/Checkbox';
import { named, useAddress } from '../../address';
import s from './Activity.module.css';
import { ActivityAnnouncer } from './ActivityAnnouncer';
import { ActivityFilters, type Chosen, filterOf } from './ActivityFilters';
import { kindGroups } from './activityTexts';
import { Feed } from './Feed';
import { Nodes } from './Nodes';
import { Online } from './Online';

export function ActivityTab() {
  const { params, change, open } = useAddress();
  const chosen = useChosen(params);
  const paused = useActivity((state) => state.paused);
  const live = useActivity((state) => state.live);
  const realtime = useQuery(realtimeQuery(!paused));
  const { data } = realtime;

  useEffect(() => watchActivity(filterOf(chosen)), [chosen]);
  useEffect(() => unwatchActivity, []);
  useEffect(() => {
    if (data && chosen) onActivityPolled(data.recentMessages, data.recentActivity);
  }, [data, chosen]);

  const setChosen = ({ group, room, member }: Chosen) =>
    change({ kind: group, room, member: member?.id, name: member?.username });
  const show = (user: string) => open({ user });

  return (
    <div className={s.tab}>
      <div className={s.head}>
        <Checkbox
          label={texts.refresh}
          checked={!paused}
          onChange={(event) => pauseActivity(!event.target.checked)}
        />
        <Badge tone={paused ? 'plain' : live ? 'clear' : 'info'}>
          {paused ? texts.paused : live ? texts.live : texts.polling}
        </Badge>
      </div>
      <ActivityFilters chosen={chosen} onChoose={setChosen} />
      <div className={s.columns}>
        <Feed
          query={realtime}
          filtered={chosen.group !== '' || chosen.room !== '' || chosen.member !== null}
          onUser={show}
          onOnly={(member) => setChosen({ ...chosen, member })}
        />
        <Online query={realtime} onUser={show} />
      </div>
      <Nodes refresh={!paused} />
      <ActivityAnnouncer />
    </div>
  );
}

/** What the address narrows the stream to, the same until it changes. */
function useChosen(params: URLSearchParams): Chosen {
  const group = named(kindGroups(), params.get('kind'), '');
  const room = params.get('room') ?? '';
  const id = params.get('member');
  const username = params.get('name') ?? '';
  return useMemo(() => ({ group, room, member: id ? { id, username } : null }), [group, room, id, username]);
}
