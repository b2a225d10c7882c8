/** The head of a table, a name a column. */
export function Head({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move.
          <th key={i} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
