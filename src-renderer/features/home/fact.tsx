/** Fact: a name and its value in a list. */
import type { ReactNode } from 'react'

export const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
