// The choices of the users' table and of a ban.
import { texts } from 'texts:admin/desk/users';

const labelled = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

export const filters = () =>
  labelled(['all', 'admin', 'guardian', 'active', 'inactive'] as const, texts.filters);

export type Sort = 'name' | 'username' | 'email' | 'phone' | 'rank' | 'last_login' | 'created_at';
const sortNames: readonly Sort[] = ['name', 'username', 'email', 'phone', 'rank', 'last_login', 'created_at'];

export const sorts = () => labelled(sortNames, texts.sorts);

/** The orders of a sort, in its own words. */
export const ordersOf = (sort: Sort) => {
  const [first, last] =
    sort === 'rank' || sort === 'phone'
      ? [texts.lowest, texts.highest]
      : sort === 'last_login' || sort === 'created_at'
        ? [texts.oldest, texts.newest]
        : [texts.aToZ, texts.zToA];
  return [
    { value: 'asc', label: first },
    { value: 'desc', label: last },
  ] as const;
};

/** How long a ban lasts, in hours, or until a date. */
export const banHours = () => labelled(['1', '6', '24', '72', '168', '720', 'date'] as const, texts.banHours);
