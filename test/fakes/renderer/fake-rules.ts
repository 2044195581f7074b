/** Fake rules: a rule can be removed and restored, but not created or edited. */
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

const noRule = { ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST', message: 'There are no rules here.' } } as const

export function rulesOf(shell: FakeShell, push: Push): HandlersOf<'rules'> {
  let removedRules = shell.rules
  return {
    'rules:list': () => ({
      ok: true,
      value: { rules: shell.rules, damaged: shell.rulesDamaged },
    }),
    'rules:create': () => noRule,
    'rules:edit': () => noRule,
    'rules:restore': ({ id }) => {
      const rule = removedRules.find((one) => one.id === id)
      if (!rule) return noRule
      shell.rules = [rule, ...shell.rules]
      push('rules:changed', { count: shell.rules.length, damaged: shell.rulesDamaged })
      return { ok: true, value: rule }
    },
    'rules:remove': ({ id }) => {
      removedRules = shell.rules
      shell.rules = shell.rules.filter((rule) => rule.id !== id)
      push('rules:changed', { count: shell.rules.length, damaged: shell.rulesDamaged })
      return done
    },
  }
}
