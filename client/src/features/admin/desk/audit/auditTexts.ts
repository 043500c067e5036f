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
  more: 'More filters',
  things: { server_cost: 'Server cost' } as Record<string, string>,
} as const;

// What is not said by the stored name.
const actionWords: Record<string, string> = {
  analytics_rows_viewed: 'Members behind a count viewed',
  analytics_viewed: 'Analytics of a member viewed',
  activity_viewed: 'Activity of a member viewed',
  audit_viewed: 'Audit log viewed',
  audit_exported: 'Audit log exported',
  badge_users_viewed: 'Badges viewed',
  campaign_tested: 'Test message sent',
  decrypt_created: 'Encrypted message created',
  decrypt_deleted: 'Encrypted message deleted',
  decrypt_file_removed: 'File of an encrypted message removed',
  decrypt_files_uploaded: 'Files for an encrypted message uploaded',
  deliveries_viewed: 'Results of a campaign viewed',
  edits_viewed: 'Earlier words of a message viewed',
  face_attempts_reset: 'Failed face checks forgotten',
  face_enrolment_removed: 'Face enrollment removed',
  face_required_changed: 'Face check required or not',
  member_erasure_refused: 'Erasure of a member refused',
  profile_viewed: 'Profile of a member viewed',
  realtime_viewed: 'Live activity viewed',
  report_ruled: 'Report closed',
  sessions_ended: 'Signed out everywhere',
  sessions_viewed: 'Sessions of a member viewed',
  top_users_viewed: 'Most active members viewed',
};

/** An action in words. */
export const actionName = (action: string) => {
  const words = actionWords[action] ?? action.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
