/** Fake approvals: the questions that wait for a person. A decision removes its question. */
import { done, type HandlersOf, nothingToUndo, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

export function approvalsOf(shell: FakeShell, push: Push): HandlersOf<'approvals' | 'inputs' | 'consents' | 'asking'> {
  return {
    'approvals:list': () => ({ ok: true, value: shell.approvals }),
    'approvals:decide': ({ id }) => {
      shell.approvals = shell.approvals.filter((question) => question.id !== id)
      shell.calls = shell.calls.filter((call) => call.approvalId !== id)
      push('approvals:changed', shell.approvals)
      push('calls:changed', shell.calls)
      return done
    },
    'approvals:decideMany': ({ ids }) => {
      shell.approvals = shell.approvals.filter(({ id }) => !ids.includes(id))
      push('approvals:changed', shell.approvals)
      return { ok: true, value: ids.map((id) => ({ id })) }
    },
    'approvals:hold': () => done,
    'approvals:release': () => done,
    'approvals:show': () => done,
    'inputs:list': () => ({ ok: true, value: shell.inputs }),
    'inputs:show': () => done,
    'inputs:answer': ({ id }) => {
      shell.inputs = shell.inputs.filter((request) => request.id !== id)
      push('inputs:changed', shell.inputs)
      return done
    },
    'consents:list': () => ({ ok: true, value: shell.consents }),
    'consents:decide': ({ id }) => {
      shell.consents = shell.consents.filter((question) => question.id !== id)
      push('consents:changed', shell.consents)
      return done
    },
    'asking:pauses': () => ({ ok: true, value: shell.askingPauses }),
    'asking:resume': ({ client }) => {
      shell.askingPauses = shell.askingPauses.filter((pause) => pause.client.id !== client)
      push('asking:changed', shell.askingPauses)
      return done
    },
    'approvals:reveal': ({ id }) => {
      const question = shell.unredacted.find((one) => one.id === id)
      return question ? { ok: true, value: question } : nothingToUndo
    },
  }
}
