// The users: a table to search, filter and sort, and the profile of one of them,
// which stands in the address.
import { texts } from 'texts:admin/desk/users';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '@/net/api';
import { type UserQuery, usersQuery } from '@/queries/desk/users';
import { keyName } from '@/rules/keys';
import { userPages } from '@/stores/desk/userPages';
import { Pager } from '@/ui/Pager';
import { QueryView } from '@/ui/QueryView';
import { SearchField } from '@/ui/SearchField';
import { Segmented } from '@/ui/Segmented';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { named, type Place, useAddress, useTyped } from '../../address';
import s from './Users.module.css';
import { UserTable } from './UserTable';
import { filters, ordersOf, sorts } from './userTexts';

const searchMs = 300;
const first: readonly string[] = [''];

export function UsersTab() {
  const { params, change, open } = useAddress();
  const { text: search, typed, setTyped } = useTyped('q', searchMs);
  const order: Pick<UserQuery, 'filter' | 'sortBy' | 'sortOrder'> = {
    filter: named(filters(), params.get('filter'), 'all'),
    sortBy: named(sorts(), params.get('sort'), 'created_at'),
    sortOrder: named(ordersOf('name'), params.get('order'), 'desc'),
  };
  // Where each page begins. Pages are walked by what ended the one before, so
  // that nobody is shown twice or left out while others join.
  const asked = `${search}\n${JSON.stringify(order)}`;
  const walked = userPages.use();
  const begins = walked.asked === asked ? walked.begins.slice(0, Number(params.get('page')) || 1) : first;
  const users = useQuery(usersQuery({ search, ...order, cursor: begins.at(-1) ?? '' }));
  const next = users.data?.nextCursor;
  const counted = users.data?.pagination.totalPages ?? 0;
  // While the next page comes, what is known is of the page before.
  const pages = !next ? begins.length : Math.max(counted, begins.length + (users.isPlaceholderData ? 0 : 1));
  const { field, list } = useKeys();

  /** Asks for others, which begin with their first page. */
  const ask = (parts: Place) => change({ ...parts, page: null });

  function turn(page: number) {
    if (page > begins.length && (!next || users.isPlaceholderData)) return;
    userPages.change({ asked, begins: [...begins, next ?? ''].slice(0, page) });
    change({ page: page === 1 ? null : String(page) });
  }

  return (
    <div className={s.tab}>
      <search className={s.controls} aria-label={texts.table}>
        <SearchField
          ref={field}
          label={texts.search}
          placeholder={texts.searchHint}
          value={typed}
          onChange={setTyped}
          className={s.search}
        />
        <Segmented
          label={texts.filter}
          options={filters()}
          value={order.filter}
          onChange={(filter) => ask({ filter })}
          className={s.filter}
        />
        {/* On phones, which have no room for the bar and no heads of columns. */}
        <div className={s.sort}>
          <Select
            label={texts.filter}
            options={filters()}
            value={order.filter}
            onChange={(filter) => ask({ filter })}
          />
          <Select
            label={texts.sort}
            options={sorts()}
            value={order.sortBy}
            onChange={(sort) => ask({ sort })}
          />
          <Select
            label={texts.order}
            options={ordersOf(order.sortBy)}
            value={order.sortOrder}
            onChange={(next) => ask({ order: next })}
          />
        </div>
      </search>
      <div ref={list} className={s.list} aria-busy={users.isPlaceholderData || undefined}>
        <QueryView
          query={users}
          loading={texts.loading}
          skeleton={<Skeleton height="24rem" />}
          failed={(error) => messageOf(error, texts.failed)}
        >
          {(page) => (
            <>
              <p className={s.total} role="status">
                {texts.total({ count: page.pagination.total })}
                <span className={s.keys}>{texts.keys({ enter: keyName('Enter') })}</span>
              </p>
              {page.users.length === 0 ? (
                <EmptyState
                  icon={<UsersRound size={32} strokeWidth={1.5} aria-hidden="true" />}
                  title={texts.none}
                  text={texts.noneText}
                />
              ) : (
                <UserTable
                  users={page.users}
                  sort={{ by: order.sortBy, order: order.sortOrder }}
                  onSort={({ by, order: next }) => ask({ sort: by, order: next })}
                  onOpen={(user) => open({ user })}
                />
              )}
            </>
          )}
        </QueryView>
        {/* Outside: from a page that cannot be shown it leads back. */}
        <Pager label={texts.pages} page={begins.length} pages={pages} onChange={turn} />
      </div>
    </div>
  );
}

/** '/' leads to the search, arrows along the users. */
function useKeys() {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const at = event.target;
      if (!(at instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/' && !at.closest('input:not([type="radio"]), textarea, select, [role="dialog"]')) {
        event.preventDefault();
        field.current?.focus();
        return;
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-user]') ?? [])];
      const index = at === field.current ? -1 : all.indexOf(at);
      if (step === undefined || (index < 0 && at !== field.current)) return;
      event.preventDefault();
      if (index === 0 && step < 0) field.current?.focus();
      else all[index + step]?.focus();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { field, list };
}
