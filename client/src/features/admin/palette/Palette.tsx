// The command palette: people, rooms, tabs and actions by a few letters, all by
// keyboard. What leads to a person asks for the person next.
import { texts as adminTexts } from 'texts:admin';
import { texts } from 'texts:admin/palette';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Command as Cmdk, defaultFilter, useCommandState } from 'cmdk';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '@/net/api';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { keyName } from '@/rules/keys';
import { paths } from '@/rules/paths';
import { useSession } from '@/stores/session/session';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/LateModal';
import { failureOf } from '@/ui/QueryView';
import { useAddress } from '../address';
import { tabNames } from '../tabNames';
import { type Command, commands, type PersonCommand } from './commands';
import { calledBy, Heading, Item } from './Item';
import s from './Palette.module.css';
import { PaletteApplications } from './PaletteApplications';
import { PalettePeople, useFound } from './PalettePeople';
import { PaletteRooms } from './PaletteRooms';

// Whom the server found belongs to the search, by whatever field it was.
const foundAnyway = 0.001;

/** How well a result fits what is typed, between 0 (not at all) and 1, which whom one calls by the first letters is. */
function fit(value: string, search: string, words: string[] = []): number {
  const query = search.trim().toLowerCase();
  if (words.some((word) => word.startsWith(calledBy + query))) return 1;
  const score = defaultFilter?.(value, search, words) ?? 1;
  return words.includes(query) ? Math.max(score, foundAnyway) : score;
}

const walking = ['ArrowDown', 'ArrowUp', 'Home', 'End'];

export default function Palette({ onClose }: { onClose: () => void }) {
  const { go } = useAddress();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asking, setAsking] = useState<PersonCommand | null>(null);
  const [marked, setMarked] = useState('');
  // What one walked to or points at stays marked when people are found.
  const picked = useRef(false);
  // Done once the palette has given the focus back, so that a dialog which it opens keeps it.
  const chosen = useRef<(() => void) | null>(null);
  const own = useSession(({ user }) => user?.id);
  const run = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => toast(texts.exported, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.exportFailed), { tone: 'alert' }),
  });

  const found = useFound({ typed, asked: asking !== null, without: asking?.others ? own : undefined });

  const rooms = useQuery(adminRoomsQuery);
  const failure = asking ? null : failureOf(rooms);
  const lost = failure && messageOf(failure, texts.roomsFailed);
  const notes = [found.note, lost].filter((note) => note !== null);

  function choose(act: () => void) {
    chosen.current = act;
    onClose();
  }
  const show = (place: Record<string, string>) => choose(() => go(place));
  const leave = (path: string) => choose(() => void navigate(path));
  function ask(command: PersonCommand | null) {
    setAsking(command);
    setTyped('');
  }
  function chooseCommand(command: Command) {
    if ('placeOf' in command) ask(command);
    else if ('place' in command) show(command.place);
    else if ('path' in command) leave(command.path);
    else choose(() => run.mutate(command.run));
  }

  return (
    <Modal
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={asking ? texts.whom({ what: asking.label }) : texts.title}
      afterClose={() => chosen.current?.()}
    >
      <Cmdk
        key={asking?.label}
        className={s.palette}
        label={texts.search}
        filter={fit}
        loop
        vimBindings={false}
        value={marked}
        onValueChange={setMarked}
        onKeyDown={(event) => {
          if (walking.includes(event.key)) picked.current = true;
          if (!asking || typed !== '' || event.key !== 'Backspace') return;
          event.preventDefault();
          ask(null);
        }}
      >
        <div className={s.box}>
          <Search size={18} aria-hidden="true" />
          <Cmdk.Input
            className={s.input}
            autoFocus
            value={typed}
            onValueChange={(text) => {
              picked.current = false;
              setTyped(text);
            }}
            placeholder={asking ? texts.whomHint : texts.hint}
            maxLength={100}
            autoCapitalize="none"
          />
        </div>
        <Announced notes={notes} onMore={(best) => !picked.current && setMarked(best)} />
        {/* Words stand beside the list, which may own nothing but options. */}
        <div className={s.results}>
          {notes.map((note) => (
            <p key={note} className={s.none} aria-hidden="true">
              {note}
            </p>
          ))}
          {!asking && notes.length === 0 && <Cmdk.Empty className={s.none}>{texts.none}</Cmdk.Empty>}
          <Cmdk.List
            className={s.list}
            label={texts.list}
            onPointerMove={() => {
              picked.current = true;
            }}
          >
            {asking ? (
              <PalettePeople found={found} onChoose={(id) => show(asking.placeOf(id))} />
            ) : (
              <>
                <PalettePeople found={found} onChoose={(id) => show({ tab: 'users', user: id })} />
                <Cmdk.Group heading={<Heading>{texts.actions}</Heading>}>
                  {commands().map((command) => (
                    <Item
                      key={command.label}
                      value={'placeOf' in command ? texts.ofWhom({ what: command.label }) : command.label}
                      icon={command.icon}
                      words={command.words}
                      onSelect={() => chooseCommand(command)}
                    />
                  ))}
                </Cmdk.Group>
                <Cmdk.Group heading={<Heading>{texts.tabs}</Heading>}>
                  {tabNames.map((value) => (
                    <Item
                      key={value}
                      value={adminTexts.tabs[value]}
                      onSelect={() =>
                        value === 'applications' ? leave(paths.adminApplications) : show({ tab: value })
                      }
                    />
                  ))}
                </Cmdk.Group>
                <PaletteRooms
                  rooms={rooms.data ?? []}
                  onShow={(room) => show({ tab: 'rooms', room })}
                  onEnter={leave}
                />
                <PaletteApplications hidden={typed.trim() === ''} onOpen={leave} />
              </>
            )}
          </Cmdk.List>
        </div>
        {asking && (
          <Button variant="ghost" size="small" className={s.back} onClick={() => ask(null)}>
            {texts.back}
          </Button>
        )}
        <p className={s.keys} aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {texts.move}
          </span>
          <span>
            <kbd>{keyName('Enter')}</kbd> {texts.choose}
          </span>
          <span>
            <kbd>{keyName('Escape')}</kbd> {texts.close}
          </span>
        </p>
      </Cmdk>
    </Modal>
  );
}

interface AnnouncedProps {
  notes: readonly string[];
  /** Hears the first result when their number has changed: whom the server found comes after the others. */
  onMore: (best: string) => void;
}

/**
 * Says how much was found and what there is to know of it, which the eye sees, and which of it is marked: after a
 * search cmdk leaves the field's aria-activedescendant empty until an arrow is pressed.
 */
function Announced({ notes, onMore }: AnnouncedProps) {
  const count = useCommandState(({ filtered }) => filtered.count);
  const marked = useCommandState(({ value }) => value);
  const here = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cmdk has sorted when its count changes
  useEffect(() => {
    const best = here.current?.closest('[cmdk-root]')?.querySelector('[role="option"]');
    if (best) onMore(best.getAttribute('data-value') ?? '');
  }, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked item is another element with another value
  useEffect(() => {
    const root = here.current?.closest('[cmdk-root]');
    const item = root?.querySelector('[role="option"][aria-selected="true"]');
    if (item) root?.querySelector('[cmdk-input]')?.setAttribute('aria-activedescendant', item.id);
  }, [count, marked]);
  return (
    <p ref={here} className="sr-only" role="status">
      {[texts.count({ count }), ...notes].join('. ')}
    </p>
  );
}
