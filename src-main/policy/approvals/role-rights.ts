/**
 * Role rights: which requests a person may answer with their role.
 *
 * Guards invariant 2 for every kind of place: a viewer answers nothing, a moderator approves nothing critical and answers
 * nothing of another server, and a role that is not known answers nothing.
 */
import type { Decision, OpenApproval, Person } from '@shared/approvals/approval.js'

const approvedByModerators: readonly string[] = ['low', 'medium', 'high']

export function mayAnswer(
  { role = 'owner', servers }: Pick<Person, 'role' | 'servers'>,
  decision: Decision,
  { risk, server }: Pick<OpenApproval, 'risk'> & { readonly server: Pick<OpenApproval['server'], 'id'> },
): boolean {
  if (role === 'owner') return true
  if (role !== 'moderator' || (servers && !servers.includes(server.id))) return false
  return decision === 'deny' || approvedByModerators.includes(risk)
}
