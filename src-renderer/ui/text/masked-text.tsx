/**
 * Masked text: shows redacted parts the same way on every screen.
 *
 * The delimiters of a mark stay in the text, so that a mark copied into a form is recognized.
 */
import { piecesOf } from '@shared/features/stream-mark.js'
import './masked-text.css'

export const MaskedText = ({ text }: { readonly text: string }) => {
  if (!text.includes('‹')) return text
  return piecesOf(text).map((piece, at) =>
    piece.masked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <span key={at} className="masked">
        <span className="masked-edge">‹</span>
        {piece.text.slice(1, -1)}
        <span className="masked-edge">›</span>
      </span>
    ) : (
      piece.text
    ),
  )
}
