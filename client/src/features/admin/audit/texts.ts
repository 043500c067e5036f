// The sentences of the audit log.
export const texts = {
  list: 'Audit log',
  intro: 'What administrators changed and whose data they looked at. Entries are only ever added.',
  filters: 'Filter the audit log',
  search: 'Search the audit log',
  searchHint: 'Action, name, room or detail',
  actor: 'Who',
  subject: 'About',
  subjectHint: 'Username or ID',
  from: 'From',
  to: 'To',
  order: 'This day is before the first one.',
  clear: 'Clear',
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export the audit log',
  fileName: 'audit.csv',
  loading: 'Loading the audit log',
  failed: 'Failed to load the audit log',
  none: 'No entries',
  noneText: 'Nothing matches these filters.',
  when: 'When',
  action: 'What',
  everything: 'Everything',
  kinds: { changes: 'Changes', views: 'Views and exports' },
  about: 'About',
  where: 'From where',
  change: 'Change',
  operator: 'Operator',
  campaign: 'A campaign',
  encrypted: 'Encrypted message',
  unnamed: 'Without a username',
  nothing: 'nothing',
} as const;

/** An action in words. */
export const actionName = (action: string) => {
  const words = action.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
