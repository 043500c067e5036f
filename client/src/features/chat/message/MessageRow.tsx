// One entry: a message, with who, what it answers, what it says, reactions, when, its day
// separator and "new" line above; or what is under way. Long press, right click and keys open
// the menu of a message.
import { texts } from 'texts:chat';
import { Ellipsis, Flag, Reply, SmilePlus } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo } from 'react';
import { MemberName, MemberPicture } from '@/parts/people/member/MemberButton';
import { MemberMarks } from '@/parts/people/member/MemberMarks';
import { isSystem } from '@/rules/chat/timeline';
import { hueOf } from '@/rules/names';
import { fullTime } from '@/rules/time';
import { usePresence } from '@/stores/room/presence';
import { cx } from '@/ui/cx';
import { IconButton } from '@/ui/IconButton';
import type { MessageBody } from '@/wire/frames.gen';
import { Ago } from './Ago';
import { Entry } from './Entry';
import { IgnoredWords } from './IgnoredWords';
import type { Item } from './item';
import { MessageContent, messageWords } from './MessageContent';
import type { MenuAt } from './MessageMenu';
import s from './MessageRow.module.css';
import { PendingLine } from './PendingLine';
import { Reactions } from './Reactions';
import { ReplyPreview } from './ReplyPreview';
import { DaySeparator, UnreadSeparator } from './Separators';
import { useLongPress } from './useLongPress';
import { useNear } from './useNear';

interface MessageRowProps {
  item: Item;
  /** A send that goes on from one's own entry above. */
  goesOn: boolean;
  me: string;
  /** The server says this member is the creator; a name never does. */
  byCreator: boolean;
  tabStop: boolean;
  menuOpen: boolean;
  flash: boolean;
  onMenu: (at: MenuAt) => void;
  onReact: (message: MessageBody, emoji: string) => void;
  onReply: (message: MessageBody) => void;
  onJump: (id: string) => void;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { item, me, byCreator, tabStop, menuOpen, flash, onMenu, onReact, onReply, onJump } = props;
  const row = 'row' in item ? item.row : null;
  const deleted = row?.message.deleted_at !== null;
  const openAt = (x: number, y: number, as: MenuAt['as']) => {
    if (row && !deleted) onMenu({ messageId: row.message.id, key: item.key, x, y, as });
  };
  // Roles are known of those who are here, and of those who were.
  const role = usePresence((p) => (row && !row.grouped ? p.roles.get(row.message.user_id) : undefined));
  // A hundred rows a second come in: the buttons of one are made when it is pointed at.
  const { near, handlers } = useNear();
  const press = useLongPress(!deleted, (x, y) => openAt(x, y, coarse() ? 'sheet' : 'menu'));

  // The entry stays when the send arrives, and the focus in it.
  if ('pending' in item) {
    return (
      <Entry
        itemKey={item.key}
        tabStop={tabStop}
        data-own=""
        data-grouped={props.goesOn ? '' : undefined}
        data-pending={item.pending.state}
        className={s.row}
        {...handlers}
      >
        <PendingLine item={item.pending} />
      </Entry>
    );
  }
  const { ignored, key } = item;
  const { message, at, grouped, nextDay, startsUnread } = item.row;
  const own = message.user_id === me;
  const named = !own && (message.mentionsAll === true || message.mentions?.includes(me));

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget) return;
    const opensMenu =
      event.key === 'ContextMenu' || event.key === 'Enter' || (event.shiftKey && event.key === 'F10');
    if (!opensMenu) return;
    event.preventDefault();
    const box = event.currentTarget.querySelector(`.${s.bubble}`)?.getBoundingClientRect();
    openAt(box?.left ?? 0, box?.bottom ?? 0, 'menu');
  }
  function onContextMenu(event: MouseEvent) {
    // A link keeps the browser's own menu, and so does selected text.
    if (event.target instanceof HTMLAnchorElement || !(window.getSelection()?.isCollapsed ?? true)) return;
    event.preventDefault();
    openAt(event.clientX, event.clientY, coarse() ? 'sheet' : 'menu');
  }
  const openUnder = (element: HTMLElement, as: MenuAt['as']) => {
    const box = element.getBoundingClientRect();
    openAt(box.left, box.bottom + 4, coarse() ? 'sheet' : as);
  };

  if (isSystem(message)) {
    return (
      <Entry itemKey={key} tabStop={tabStop} className={s.system}>
        {startsUnread && <UnreadSeparator />}
        <p>{messageWords(message)}</p>
        {nextDay !== null && <DaySeparator at={nextDay} />}
      </Entry>
    );
  }

  if (ignored) {
    return (
      <Entry itemKey={key} tabStop={tabStop} className={s.row} data-grouped={grouped ? '' : undefined}>
        {startsUnread && <UnreadSeparator />}
        <IgnoredWords messageIds={ignored} reachable={tabStop} />
        {nextDay !== null && <DaySeparator at={nextDay} />}
      </Entry>
    );
  }

  return (
    <Entry
      itemKey={key}
      tabStop={tabStop}
      data-own={own ? '' : undefined}
      data-creator={byCreator ? '' : undefined}
      data-grouped={grouped ? '' : undefined}
      data-mentioned={named && !deleted ? '' : undefined}
      data-flash={flash ? '' : undefined}
      data-open={menuOpen ? '' : undefined}
      className={s.row}
      style={{ '--hue': hueOf(message.username) } as CSSProperties}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {startsUnread && <UnreadSeparator />}
      <div className={s.line}>
        {!own && <div className={s.side}>{!grouped && <MemberPicture username={message.username} />}</div>}
        <div className={s.stack}>
          <p className={cx(s.who, (grouped || own) && 'sr-only')}>
            {grouped || own ? (
              <span className={s.name}>{own ? texts.you : message.username}</span>
            ) : (
              <MemberName username={message.username} className={s.name} tabIndex={tabStop ? 0 : -1} />
            )}
            {!grouped && !own && (
              <MemberMarks username={message.username} role={byCreator ? 'creator' : (role ?? 'member')} />
            )}
          </p>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the row itself is the control, by key */}
          <div
            className={s.bubble}
            data-kind={deleted ? 'deleted' : message.message_type}
            onContextMenu={deleted ? undefined : onContextMenu}
            {...press}
          >
            <div className={s.body}>
              {!deleted && <ReplyPreview message={message} onJump={onJump} reachable={tabStop} />}
              <MessageContent message={message} reachable={tabStop} />
              <span className={s.meta}>
                {message.edited_at && !deleted && (
                  <span title={texts.editedOn({ fullTime: fullTime(Date.parse(message.edited_at)) })}>
                    {texts.edited}
                  </span>
                )}
                {message.is_flagged && <Flag size={12} role="img" aria-label={texts.flagged} />}
                <Ago at={at} underDay className={s.time} />
              </span>
            </div>
            {/* Screen readers bring neither a pointer nor the focus: this button is always there. */}
            {!deleted && (
              <button
                type="button"
                className="sr-only"
                tabIndex={-1}
                aria-haspopup="menu"
                onClick={(event) => openUnder(event.currentTarget, 'menu')}
              >
                {texts.actions}
              </button>
            )}
            {!deleted && (near || menuOpen) && (
              <div className={s.tools}>
                <IconButton
                  label={texts.react}
                  tabIndex={tabStop ? 0 : -1}
                  icon={<SmilePlus size={17} aria-hidden="true" />}
                  onClick={(event) => openUnder(event.currentTarget, 'reactions')}
                />
                <IconButton
                  label={texts.reply}
                  tabIndex={tabStop ? 0 : -1}
                  icon={<Reply size={17} aria-hidden="true" />}
                  onClick={() => onReply(message)}
                />
                <IconButton
                  label={texts.more}
                  tabIndex={tabStop ? 0 : -1}
                  icon={<Ellipsis size={17} aria-hidden="true" />}
                  onClick={(event) => openUnder(event.currentTarget, 'menu')}
                />
              </div>
            )}
          </div>
          <Reactions
            reactions={message.reactions}
            me={me}
            reachable={tabStop}
            onToggle={(emoji) => onReact(message, emoji)}
            onMore={(element) => openUnder(element, 'reactions')}
          />
        </div>
      </div>
      {nextDay !== null && <DaySeparator at={nextDay} />}
    </Entry>
  );
});

function coarse() {
  return window.matchMedia('(pointer: coarse)').matches;
}
