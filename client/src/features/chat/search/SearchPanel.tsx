// Searches the messages of the rooms one may enter, and jumps to what was found.
import { texts } from 'texts:chat/search';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX, TextSearch } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { roomsQuery } from '@/queries/chat/rooms';
import { type Search, searchQuery } from '@/queries/chat/search';
import { isSearch, searchWords } from '@/rules/chat/search';
import { jumpTo } from '@/stores/room/jump';
import { NextPage } from '@/ui/NextPage';
import { QueryView } from '@/ui/QueryView';
import { SearchField } from '@/ui/SearchField';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { useDebounced } from '@/ui/useDebounced';
import type { SearchResult } from '@/wire/bodies.gen';
import { ResultRow } from './ResultRow';
import { SearchFilters } from './SearchFilters';
import s from './SearchPanel.module.css';

interface SearchPanelProps {
  roomId: string;
  onClose: () => void;
}

const pauseMs = 300;

export default function SearchPanel({ roomId, onClose }: SearchPanelProps) {
  const [typed, setTyped] = useState('');
  const [filters, setFilters] = useState<Omit<Search, 'q'>>(() => ({ ...noFilters, roomId }));
  const q = useDebounced(searchWords(typed), pauseMs);
  const from = useDebounced(filters.from, pauseMs);
  const { data: rooms } = useQuery(roomsQuery);
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);

  function choose({ message }: SearchResult) {
    onClose();
    // The sheet gives the focus back first.
    requestAnimationFrame(() => jumpTo(message.id, message.roomId));
  }

  /** Arrow keys go from the field into the results and through them. */
  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const inField = document.activeElement === field.current;
    const next = nextResult(event.key, at, buttons.length);
    if (next === null || (at < 0 && !(inField && event.key === 'ArrowDown'))) return;
    event.preventDefault();
    (next < 0 ? field.current : buttons[next])?.focus();
  }

  return (
    <Sheet open wide onOpenChange={(open) => !open && onClose()} title={texts.title}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the field and the list inside */}
      <div className={s.panel} onKeyDown={onKeyDown}>
        <SearchField
          ref={field}
          autoFocus
          label={texts.field}
          placeholder={texts.placeholder}
          value={typed}
          onChange={setTyped}
        />
        <SearchFilters
          filters={filters}
          rooms={rooms ?? []}
          onChange={setFilters}
          onClear={() => setFilters({ ...noFilters })}
        />
        <Results search={{ ...filters, q, from }} list={list} onChoose={choose} />
      </div>
    </Sheet>
  );
}

/** The result a key leads to from the one at an index; -1 is the field, null nowhere. */
function nextResult(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

const noFilters: Omit<Search, 'q'> = { roomId: '', from: '', since: '', until: '', has: '' };

interface ResultsProps {
  search: Search;
  list: React.Ref<HTMLUListElement>;
  onChoose: (result: SearchResult) => void;
}

function Results({ search, list, onChoose }: ResultsProps) {
  const found = useInfiniteQuery(searchQuery(search));
  if (!isSearch(search)) {
    return (
      <EmptyState
        icon={<TextSearch size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={texts.start}
        text={texts.startNext}
      />
    );
  }
  return (
    <QueryView
      query={found}
      items={(page) => page.results}
      loading={texts.loading}
      skeleton={
        <>
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
        </>
      }
      failed={(error) =>
        error instanceof ApiError && error.status === 429 ? texts.limited : messageOf(error, texts.failed)
      }
      retry={texts.tryAgain}
      empty={
        <EmptyState
          icon={<SearchX size={28} strokeWidth={1.5} aria-hidden="true" />}
          title={texts.none}
          text={texts.noneNext}
        />
      }
      more={null}
    >
      {(results) => (
        <>
          <p className={s.count} role="status">
            {found.hasNextPage
              ? texts.foundMore({ count: results.length })
              : texts.found({ count: results.length })}
          </p>
          <ul
            ref={list}
            className={s.list}
            aria-label={texts.results}
            data-old={found.isPlaceholderData || undefined}
          >
            {results.map((result) => (
              <ResultRow
                key={result.message.id}
                result={result}
                query={search.q}
                showRoom={search.roomId === ''}
                onChoose={onChoose}
              />
            ))}
          </ul>
          <NextPage
            query={found}
            failed={texts.moreFailed}
            retry={texts.tryAgain}
            onReach={
              <>
                <Skeleton height="4rem" />
                <span className="sr-only">{texts.more}</span>
              </>
            }
          />
        </>
      )}
    </QueryView>
  );
}
