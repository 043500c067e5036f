/** Makes a folder for one node or cluster; who asks for it removes it. */
export function dataFolder(): string;
