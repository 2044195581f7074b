/** A picture that belongs to a result: for models that see, and for programs. */
export interface ResultPicture {
  readonly mediaType: 'image/png'
  /** Base64. */
  readonly data: string
  /** What it shows, in a few words of ours. */
  readonly alt: string
}
