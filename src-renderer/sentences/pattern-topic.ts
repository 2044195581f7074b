/** Pattern topic: which actions the pattern of a rule covers, in words. The pattern itself is shown where a rule is edited. */
import type { Translate } from './sentence.js'

/** The topics of our own actions. */
export const coreNamespaces = ['world', 'player', 'entity', 'chat', 'system'] as const

/** "world actions"; undefined for the id of one action, and for the pattern of every action. */
export const patternTopic = (pattern: string, t: Translate): string | undefined => {
  if (pattern === '**' || !pattern.includes('*')) return undefined
  const namespace = coreNamespaces.find((one) => pattern.startsWith(`${one}.`))
  if (namespace !== undefined) {
    const topic = t(`ruleCare.topic.${namespace}`)
    return pattern === `${namespace}.**` ? topic : t('ruleCare.topic.someOf', { topic })
  }
  const other = /^(?:ext\.)?([\w-]+)\.\*\*$/u.exec(pattern)?.[1]
  return other === undefined ? t('ruleCare.topic.some') : t('ruleCare.topic.named', { name: other })
}
