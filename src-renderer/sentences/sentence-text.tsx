/** Sentence text: a sentence on the screen. Untrusted text is isolated from the text around it and truncated. */
import { useTranslate } from '../i18n/use-translate.js'
import { LongText } from '../ui/text/long-text.js'
import { MaskedText } from '../ui/text/masked-text.js'
import { capitalized, predicateParts, type Sentence, type SentencePart, sentenceParts } from './sentence.js'
import './sentence-text.css'

export interface SentenceTextProps {
  readonly sentence: Sentence
  /** Maximum characters shown of each untrusted value; the rest is one click away when `expandable`. */
  readonly limit?: number
  readonly expandable?: boolean
  /** Begins with a capital letter. */
  readonly capital?: boolean
  /** Omits who called, where that stands beside it. */
  readonly withoutSubject?: boolean
}

export const SentenceText = ({
  sentence,
  limit = 120,
  expandable = false,
  capital = false,
  withoutSubject = false,
}: SentenceTextProps) => {
  const say = useTranslate()
  const show = (part: SentencePart) => {
    switch (part.kind) {
      case 'name':
        return (
          <LongText
            className="sentence-name"
            text={part.text}
            limit={limit}
            expandable={expandable}
            title={part.claimed === true ? say('caller.claim') : part.id}
          />
        )
      case 'quote':
        return <LongText className="sentence-quote" text={part.text} limit={limit} expandable={expandable} />
      case 'plain':
        return (
          <span className="sentence-plain">
            <MaskedText text={part.text} />
          </span>
        )
      default:
        return part.text
    }
  }
  const parts = withoutSubject ? predicateParts(sentence, say) : sentenceParts(sentence, say)
  return (capital ? capitalized(parts) : parts).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
    <span key={index}>{show(part)}</span>
  ))
}
