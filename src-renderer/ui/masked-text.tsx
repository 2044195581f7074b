/**
 * Masked text: a text in which everything that is covered for a stream looks the same on every screen.
 *
 * The edges of a mark stay in the text, so that one that is copied into a form is known again.
 */
import { piecesOf } from '../../src-main/contract/stream-mark.js'
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
