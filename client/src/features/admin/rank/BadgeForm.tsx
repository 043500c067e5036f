// Makes a badge: words, a sign, a colour, and how it will look.

import { texts } from 'texts:admin/rank';
import { texts as badgeRulesTexts } from 'texts:rank/badgeRules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, type FormEvent, useState } from 'react';
import { messageOf } from '@/net/api';
import { Tags } from '@/parts/people/member/Tags';
import { badgesKey } from '@/queries/adminKeys';
import { assignBadge } from '@/queries/rank/badges';
import { tagColour } from '@/rules/people/tags';
import {
  badgeColors,
  cutToCodePoints,
  cutToSeen,
  maxBadgeEmoji,
  maxBadges,
  maxBadgeText,
} from '@/rules/rank/badges';
import { badgeDraft } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field, FieldError } from '@/ui/Field';
import { Section } from '@/ui/Section';
import type { BadgeUser } from '@/wire/bodies.gen';
import s from './BadgesTab.module.css';
import { nameOf } from './badgeNames';

interface BadgeFormProps {
  user: BadgeUser | null;
  /** The member as it is after the change. */
  onGiven: (user: BadgeUser) => void;
}

export function BadgeForm({ user, onGiven }: BadgeFormProps) {
  const client = useQueryClient();
  const { text, emoji, color } = badgeDraft.use();
  const [missing, setMissing] = useState(false);
  const assign = useMutation({
    mutationFn: assignBadge,
    onSuccess(now) {
      toast(texts.assigned, { tone: 'clear' });
      badgeDraft.change({ text: '', emoji: '' });
      onGiven(now);
    },
    onSettled: () => client.invalidateQueries({ queryKey: badgesKey }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const words = text.trim();
    setMissing(!user || words === '');
    if (!user || words === '' || assign.isPending) return;
    assign.mutate({ user, badge: { text: words, emoji: emoji.trim(), color } });
  }

  const failure = missing
    ? badgeRulesTexts.badgeIncomplete
    : assign.error
      ? messageOf(assign.error, texts.assignFailed)
      : null;
  const full = user !== null && user.badge_tags.length >= maxBadges;
  return (
    <Section title={texts.createTitle} panel>
      <form id="badge-form" className={s.form} onSubmit={submit} noValidate>
        <p>
          <span className={s.quiet}>{texts.chosen}</span>{' '}
          <strong className={s.name}>{user ? nameOf(user) : texts.noneChosen}</strong>
          {user && <span className={s.quiet}> · {texts.count({ badges: user.badge_tags.length })}</span>}
        </p>
        <div className={s.words}>
          <Field
            label={texts.text}
            value={text}
            autoComplete="off"
            aside={
              <span className={`mono ${s.counter}`}>
                {[...text].length} / {maxBadgeText}
              </span>
            }
            onChange={(event) => {
              setMissing(false);
              badgeDraft.change({ text: cutToCodePoints(event.target.value, maxBadgeText) });
            }}
          />
          <Field
            label={texts.emoji}
            hint={texts.emojiHint}
            value={emoji}
            autoComplete="off"
            onChange={(event) => badgeDraft.change({ emoji: cutToSeen(event.target.value, maxBadgeEmoji) })}
          />
        </div>
        <fieldset className={s.colours}>
          <legend className="label">{texts.color}</legend>
          {badgeColors.map((one) => (
            <label key={one} className={s.colour} style={{ '--tag': tagColour(one) } as CSSProperties}>
              <input
                type="radio"
                className="unseen-control"
                name="badge-colour"
                value={one}
                checked={color === one}
                onChange={() => badgeDraft.change({ color: one })}
              />
              {texts.colours[one]}
            </label>
          ))}
        </fieldset>
        <FieldError error={failure} />
        {full && <p className={s.quiet}>{texts.full}</p>}
        <div className={s.foot}>
          <div>
            <span className="sr-only">{texts.preview}</span>
            <Tags tags={[{ text: text.trim() || texts.previewText, emoji: emoji.trim(), color }]} />
          </div>
          <Button type="submit" variant="primary" busy={assign.isPending}>
            {texts.assign}
          </Button>
        </div>
      </form>
    </Section>
  );
}
