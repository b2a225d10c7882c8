import { z } from 'zod'

/** One text, or several of which one is picked. */
const variantsSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

/** What is said: the same for everybody, or by language (`en`, `ja`, …; the first one serves those not named). */
export const saySchema = z.union([
  variantsSchema,
  z
    .record(
      z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, 'must be a language like en, ja or zh-Hant'),
      variantsSchema,
    )
    .refine((texts) => Object.keys(texts).length > 0, 'must hold a text for at least one language'),
])
export type Say = z.infer<typeof saySchema>
