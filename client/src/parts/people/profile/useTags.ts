// The member's tags as they are about to be: each change is shown at once and sent by
// itself, one after the other. It is sent with the tags that it began from, so the
// server removes nothing that was added since.
import { texts } from 'texts:people/skills';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '@/queries/client';
import { profileQuery } from '@/queries/people/me';
import { changeProfile } from '@/queries/people/ownProfile';
import { sameSkill, skillColour, skillName } from '@/rules/people/skills';
import { toast } from '@/stores/toast';
import type { SkillTag } from '@/wire/bodies.gen';

interface Change {
  text: string;
  take: boolean;
  done: (stored: boolean) => void;
}

function changed(tags: readonly SkillTag[], { text, take }: Omit<Change, 'done'>): SkillTag[] {
  const others = tags.filter((tag) => !sameSkill(tag.text, text));
  return take ? others : [...others, { text, color: skillColour(text) }];
}

const textsOf = (tags: readonly SkillTag[]) => tags.map((tag) => tag.text);

export function useTags(stored: readonly SkillTag[]) {
  const [waiting, setWaiting] = useState<readonly Change[]>([]);
  const queue = useRef<readonly Change[]>([]);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const show = (next: readonly Change[]) => {
    queue.current = next;
    if (here.current) setWaiting(next);
  };

  async function send() {
    for (let first = queue.current[0]; first; first = queue.current[0]) {
      const before = queryClient.getQueryData(profileQuery.queryKey)?.skills_tags ?? [];
      let stored = true;
      try {
        await changeProfile({
          skills_tags: textsOf(changed(before, first)),
          skills_tags_base: textsOf(before),
        });
      } catch {
        stored = false;
        // Only this change is undone: what is stored shows again.
        toast(texts.tagFailed({ tag: skillName(first.text) }), { tone: 'alert' });
        void queryClient.invalidateQueries(profileQuery);
      }
      show(queue.current.slice(1));
      first.done(stored);
    }
  }

  function change(next: Omit<Change, 'done'>) {
    return new Promise<boolean>((done) => {
      const idle = queue.current.length === 0;
      show([...queue.current, { ...next, done }]);
      if (idle) void send();
    });
  }

  return {
    tags: waiting.reduce<readonly SkillTag[]>(changed, stored),
    /** Whether it is stored, once that is known. */
    add: (text: string) => change({ text, take: false }),
    remove: (text: string) => void change({ text, take: true }),
  };
}
