/** Key hint: the key that does the same. */
import './key-hint.css'

export const KeyHint = ({ children }: { readonly children: string }) => (
  <span className="key-hint" aria-hidden="true">
    {children}
  </span>
)
