// The audit log as a file.
import { texts } from 'texts:admin/desk/audit';
import { api } from '@/net/api';
import { type AuditFilter, auditParams } from '@/queries/desk/audit';
import { saveTable } from '@/ui/save';

const exportMs = 120_000;

/** Saves what the filters leave of the log as CSV. The export itself stands in the log. */
export async function saveAudit(filters: AuditFilter) {
  const file = await api.blob(`/admin/audit/export?${auditParams(filters)}`, { timeoutMs: exportMs });
  saveTable(texts.fileName, file);
}
