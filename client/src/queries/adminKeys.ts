// Keys of the back office's queries that its changes name, apart from the queries: every tab
// follows the changes of all, and has the queries of one.

/** Everything of the campaigns. */
export const campaignsKey = ['admin', 'campaigns'] as const;
export const historyKey = [...campaignsKey, 'history'] as const;

export const reportsKey = ['admin', 'reports'] as const;
export const communityKey = ['admin', 'community'] as const;
export const decryptListKey = ['admin', 'decrypt'] as const;

/** Everything of the administrators' badges. */
export const badgesKey = ['admin', 'badges'] as const;

/** Everything of the administrators' contributions, and of the fees of expedited reviews. */
export const allContributionsKey = ['admin', 'contributions'] as const;
export const feesKey = [...allContributionsKey, 'fees'] as const;

export const usersKey = ['admin', 'users'] as const;
/** One part of what is known about a user. */
export const userKey = (id: string, part: string) => [...usersKey, 'one', id, part] as const;
