/** Rules: every rule, and whether some can't be read. */
import type { Rule } from '@shared/approvals/rule.js'
import type { RulePage } from '../../src-main/owner/table/shapes.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'
import { refetchOnChange } from './refetch.js'

const pageSize = 500

type AllRules = Pick<RulePage, 'rules' | 'damaged'>

const fetchAll = async (): Promise<AllRules> => {
  const rules: Rule[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await request('rules:list', { limit: pageSize, ...(cursor !== undefined && { cursor }) })
    rules.push(...page.rules)
    cursor = page.next
    if (cursor === undefined) return { rules, damaged: page.damaged }
  }
}

export const rules = createFeed<AllRules>(
  { rules: [], damaged: false },
  { fetch: fetchAll, subscribe: refetchOnChange((listener) => subscribe('rules:changed', listener), fetchAll) },
)
