/** Rule names: what a rule is called in lists and notes, and its sentence with the names of the screen. */

import type { Rule } from '@shared/approvals/rule.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { useCallback } from 'react'
import { useTranslate } from '../../../i18n/use-translate.js'
import { patternTopic } from '../../../sentences/pattern-topic.js'
import { ruleSentence } from '../../../sentences/rule-sentence.js'
import type { Sentence } from '../../../sentences/sentence.js'
import { useCapabilityName } from '../../../state/capability-name.js'
import { useStableServers } from '../../../state/feeds.js'
import { visibleText } from '../../../ui/text/visible-text.js'

/** The displayed name of a rule: that of its capability, or what its pattern covers. */
export const useRuleName = (): ((rule: Rule) => string) => {
  const t = useTranslate()
  const nameOf = useCapabilityName()
  return useCallback(
    ({ capability, server }: Rule) => {
      if (capability === '**') return t('ruleCare.everything')
      const topic = patternTopic(capability, t)
      if (topic !== undefined) return topic
      const key = coreNameKey(capability)
      return key ? t(key) : visibleText(nameOf(server, capability) ?? capability)
    },
    [t, nameOf],
  )
}

export const useRuleSentence = (rule: Rule): Sentence => {
  const say = useTranslate()
  const nameOf = useCapabilityName()
  const server = useStableServers().find(({ id }) => id === rule.server)
  return ruleSentence(rule, { server, capability: nameOf(rule.server, rule.capability) }, say)
}
