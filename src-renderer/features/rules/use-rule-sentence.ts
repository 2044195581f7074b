/** Rule sentence: what a rule means, as a person would say it. Names in it are strangers': each keeps its own direction. */
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { coreNameKey } from '../../../src-main/contract/core-words.js'
import { coverageIdOf, type Rule } from '../../../src-main/contract/rule.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { useSteadyServers } from '../../state/feeds.js'
import { useServerName } from '../../ui/server-name.js'
import { shortened, visibleText } from '../../ui/visible-text.js'

const isolated = (text: string): string => `\u2068${shortened(visibleText(text), 80)}\u2069`

/** What a rule is called: the name of its capability, or what its pattern covers. */
export const useRuleName = (): ((rule: Rule) => string) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  return useCallback(
    ({ capability, server }: Rule) => {
      if (capability === '**') return t('ruleCare.everything')
      const prefix = /^([\w.-]+)\.\*\*$/u.exec(capability)?.[1]
      if (prefix !== undefined) return t('ruleCare.everythingUnder', { prefix })
      const key = coreNameKey(capability)
      return key ? t(key) : visibleText(nameOf(server, capability) ?? capability)
    },
    [t, nameOf],
  )
}

export const useRuleSentence = (): ((rule: Rule) => string) => {
  const { t } = useTranslation()
  const known = useSteadyServers()
  const nameOf = useRuleName()
  const serverName = useServerName()
  return (rule) => {
    const server = known.find(({ id }) => id === rule.server)
    const sentence = t(`ruleCare.sentence.${rule.effect}`, {
      who: rule.client ? isolated(rule.client.name || rule.client.id) : t('ruleCare.anyClient'),
      what: isolated(nameOf(rule)),
      where: rule.server === undefined ? t('ruleCare.anyServer') : isolated(server ? serverName(server) : rule.server),
    })
    const coverage = rule.effect === 'allow' || coverageIdOf(rule) !== 'any' ? coverageIdOf(rule) : undefined
    const more = [
      coverage !== undefined && t(`ruleCare.only.${coverage}`),
      rule.sessionId !== undefined && t('ruleCare.only.session'),
      rule.effect === 'allow' && rule.maxUses !== undefined && t('ruleCare.only.uses', { count: rule.maxUses }),
      rule.server !== undefined && !server && t('ruleCare.noServer'),
    ].filter((words) => typeof words === 'string')
    return [sentence, ...more].join(' ')
  }
}
