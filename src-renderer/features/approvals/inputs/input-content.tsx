/** Input content: the content of an input request: a form, an address to open, or a request for the AI model. */

import type { ModelRequest, OpenInputRequest } from '@shared/approvals/input-request.js'
import { useTranslation } from 'react-i18next'
import { AddressText } from '../../../ui/text/address-text.js'
import { LongText } from '../../../ui/text/long-text.js'
import { useDollars } from '../../../ui/text/use-dollars.js'
import { visibleText } from '../../../ui/text/visible-text.js'

/** Characters of a service's text that are shown; the rest is one click away. */
const maxShownLength = 600

const Quote = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  if (text.trim() === '') return null
  return (
    <figure className="question-quote">
      <blockquote>
        {t('quote.open')}
        <LongText text={visibleText(text)} limit={maxShownLength} expandable />
        {t('quote.close')}
      </blockquote>
      <figcaption>{t('inputs.words')}</figcaption>
    </figure>
  )
}

const Model = ({ request }: { readonly request: ModelRequest }) => {
  const { t } = useTranslation()
  const money = useDollars()
  return (
    <>
      <dl className="input-model">
        <dt>{t('inputs.model')}</dt>
        <dd>
          <bdi className="untrusted">{visibleText(request.model)}</bdi>
        </dd>
        <dt>{t('inputs.cost')}</dt>
        <dd>
          {request.cost === undefined ? t('inputs.costUnknown') : t('inputs.costUpTo', { cost: money(request.cost) })}
        </dd>
        {request.left !== undefined && (
          <>
            <dt>{t('inputs.left')}</dt>
            <dd>{money(request.left)}</dd>
          </>
        )}
      </dl>
      {request.systemPrompt !== undefined && <Quote text={request.systemPrompt} />}
      {request.messages.map(({ text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one request never change
        <Quote key={at} text={text} />
      ))}
    </>
  )
}

export const InputContentView = ({ content }: Pick<OpenInputRequest, 'content'>) => {
  if (content.kind === 'model') return <Model request={content.request} />
  return (
    <>
      <Quote text={content.message} />
      {content.kind === 'url' && <AddressText address={content.address} />}
    </>
  )
}
