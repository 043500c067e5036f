// Keys of queries that live events name, apart from the queries: every page knows the keys,
// and few pages the queries.

/** Everything of one's own contributions. */
export const contributionsKey = ['contributions'] as const;

/** Everything of one's own emergencies. */
export const emergencyKey = ['emergency'] as const;

/** Everything of the administrators' inbox. */
export const inboxKey = ['admin', 'emergency'] as const;

/** The media of a room, or of all. */
export const roomMediaKey = (...roomId: [string?]) => ['room-media', ...roomId] as const;

/** What was searched for in the messages. */
export const searchKey = ['search'] as const;

/** The captions of a message's video, or of all. */
export const captionsKey = (...messageId: [string?]) => ['message-captions', ...messageId] as const;
