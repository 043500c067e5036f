// The conversation: a window on the room's messages that follows the
// newest, keeps its place when older ones come, and is walked by arrow keys.
import { texts } from 'texts:chat';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { keyName } from '@/rules/keys';
import { loadMessage } from '@/stores/room/history';
import { clearJump, jumpTo, useJump } from '@/stores/room/jump';
import { useOutgoing } from '@/stores/room/outgoing';
import { showRoomNotice } from '@/stores/room/roomNotice';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { cx } from '@/ui/cx';
import { useUnreadInTitle } from '@/ui/pageTitle';
import { useSteady } from '@/ui/useSteady';
import type { MessageBody } from '@/wire/frames.gen';
import { replyTo, toggleReaction } from '../message/actions';
import type { Item } from '../message/item';
import { MessageDialogs } from '../message/MessageDialogs';
import type { MenuAt } from '../message/MessageMenu';
import { MessageRow } from '../message/MessageRow';
import s from './Conversation.module.css';
import { indexOfMessage } from './foldIgnored';
import { goesOn } from './listItems';
import { TopOfHistory, topOfHistoryPx } from './TopOfHistory';
import { useFollow } from './useFollow';
import { nextFrame, useRovingFocus } from './useRovingFocus';
import { useUnread } from './useUnread';

interface ConversationProps {
  /** At least one. */
  items: readonly Item[];
  me: string;
  /** Whether the member keeps order here. */
  moderates: boolean;
  creator: string | null;
  roomId: string;
}

const flashMs = 1_600;
const arrow = <ArrowDown size={16} aria-hidden="true" />;

export function Conversation({ items: live, me, moderates, creator, roomId }: ConversationProps) {
  const [{ all, messages }, hold, held] = useSteady({
    all: live,
    messages: useRoomLog((log) => log.messages),
  });
  const waiting = useOutgoing((out) => out.items.length);

  const { items, shift } = useSteps(all, messages);
  const hint = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const { atBottom, scrollToEnd, keepAtEnd, jump } = useFollow({ scroller, count: items.length, held });
  const unseen = useUnread(me, roomId, atBottom);
  useUnreadInTitle(unseen);
  const { setActive, tabStop, entry, land, onFocus, onKeyDown } = useRovingFocus({
    items,
    scroller,
    list,
    atBottom,
  });
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const unreadAfter = useRoomLog((log) => log.unreadAfter);
  const firstNew = unreadAfter === null ? null : String(unreadAfter + 1);
  const [reached, setReached] = useState<string | null>(null);
  const [flash, setFlash] = useState<string | null>(null);

  // One's own send brings the list down to it.
  const waited = useRef(waiting);
  useLayoutEffect(() => {
    if (waiting > waited.current) scrollToEnd();
    waited.current = waiting;
  }, [waiting, scrollToEnd]);

  const goTo = useCallback(
    (place: string) =>
      jump(async () => {
        const found = await loadMessage(place);
        if (found === 'missing') showRoomNotice(texts.outOfReach);
        if (found === 'failed') showRoomNotice(texts.notLoaded);
        if (found !== 'found') return;
        setReached((now) => (Number(place) ? place : now));
        // What came is drawn by now or in the next frame.
        await nextFrame();
        const at = indexOfMessage(latest.current, place);
        list.current?.scrollToIndex(at, { align: 'center' });
        setFlash(place);
        await land(latest.current[at]?.key);
        setTimeout(() => setFlash((now) => (now === place ? null : now)), flashMs);
      }),
    [jump, land],
  );
  const latest = useRef(items);
  useLayoutEffect(() => {
    latest.current = items;
  });
  const jumpHere = useCallback((id: string) => jumpTo(id, roomId), [roomId]);
  const target = useJump((jumps) => (jumps.target?.roomId === roomId ? jumps.target : null));
  useEffect(() => {
    if (!target) return;
    clearJump(target.key);
    void goTo(target.messageId);
  }, [target, goTo]);

  // What plays goes on when it is scrolled away.
  const [playing, setPlaying] = useState<string | null>(null);
  const playingAt = playing === null ? -1 : items.findIndex((item) => item.key === playing);
  const mounted = [tabStop, playingAt].filter((index) => index >= 0);

  const openMenu = useCallback(
    (at: MenuAt) => {
      setActive(at.key);
      setMenu(at);
    },
    [setActive],
  );
  const closeMenu = useCallback(() => setMenu(null), []);
  const react = useCallback((m: MessageBody, emoji: string) => toggleReaction(m, emoji, me), [me]);

  return (
    <div className={s.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are windowed, a ul cannot hold the window's frames */}
      <div
        className={s.scroller}
        ref={scroller}
        role="list"
        aria-label={texts.messages}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onPointerDown={hold}
        onPlayCapture={({ target }) => setPlaying(entryKeyOf(target))}
        onPauseCapture={({ target }) => setPlaying((key) => (key === entryKeyOf(target) ? null : key))}
      >
        <p id={hint} className="sr-only">
          {texts.listKeys({ enter: keyName('Enter') })}
        </p>
        <div className={s.grow} />
        <TopOfHistory />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          startMargin={topOfHistoryPx}
          shift={shift}
          data={items}
          keepMounted={mounted}
          onResize={keepAtEnd}
        >
          {(item: Item, index: number) => {
            const message = 'row' in item ? item.row.message : null;
            return (
              <MessageRow
                key={item.key}
                item={item}
                goesOn={goesOn(items, index, me)}
                me={me}
                byCreator={message !== null && message.user_id === creator}
                tabStop={index === tabStop}
                menuOpen={message !== null && menu?.messageId === message.id}
                flash={message !== null && flash === message.id}
                onMenu={openMenu}
                onReact={react}
                onReply={replyTo}
                onJump={jumpHere}
              />
            );
          }}
        </Virtualizer>
        <div className={s.foot} />
      </div>
      {atBottom && firstNew && firstNew !== reached && (
        <button type="button" className={cx(s.down, s.up)} onClick={() => void goTo(firstNew)}>
          {arrow}
          {texts.firstUnread}
        </button>
      )}
      {!atBottom && (
        <button
          type="button"
          className={s.down}
          onClick={() => {
            scrollToEnd();
            void land(items.at(-1)?.key);
          }}
        >
          {arrow}
          {unseen > 0 ? texts.newMessagesCount({ count: unseen }) : texts.newest}
        </button>
      )}
      <MessageDialogs menu={menu} me={me} moderates={moderates} entry={entry} onClose={closeMenu} />
    </div>
  );
}

/** The key of the entry that something stands in. */
const entryKeyOf = (inside: EventTarget) =>
  inside instanceof Element ? (inside.closest<HTMLElement>('[data-key]')?.dataset.key ?? null) : null;

/**
 * The entries to show now. Where entries came or went at the start the list shifts, and
 * takes all that it grew by for what came there (virtua): what came at the end at the same
 * time is shown a step later, or what is read would move by its height.
 */
function useSteps(all: readonly Item[], messages: readonly MessageBody[]) {
  const before = useRef<{ first: number; last: number; lastKey: string } | null>(null);
  const [, again] = useReducer((n: number) => n + 1, 0);
  const first = messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;
  const was = before.current;
  const shift = was !== null && first !== was.first && was.last >= first && last >= was.last;
  const end = shift ? all.findLastIndex((item) => item.key === was.lastKey) + 1 : 0;
  const truncated = end > 0 && end < all.length;
  const items = useMemo(() => (truncated ? all.slice(0, end) : all), [all, end, truncated]);
  const lastKey = items.at(-1)?.key ?? '';
  useLayoutEffect(() => {
    before.current = messages.length > 0 ? { first, last, lastKey } : null;
    if (truncated) again();
  });
  return { items, shift };
}
