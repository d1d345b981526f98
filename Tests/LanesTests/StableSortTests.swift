import Lanes
import Testing

@Suite struct StableSortTests {
  private struct Card: Equatable {
    var rank: Int
    var number: Int
  }

  @Test(
    "Lists are sorted as by the standard library, and equal elements keep their order",
    arguments: [0, 1, 2, 7, 8, 9, 16, 17, 63, 64, 65, 1000])
  func listsAreSortedAsTheLibraryDoes(count: Int) {
    let key = StreamKey(seed: UInt64(count), path: 1).key(index: 0)
    var spare: [Card] = []
    for ranks in [1, 3, 40, 100_000] {
      let cards = (0..<count).map { Card(rank: Int(key.uniform(channel: UInt32($0)) * Float(ranks)), number: $0) }
      let sorted = cards.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }
      // In disorder, in order, reversed, and in two sorted runs.
      for list in [cards, sorted, sorted.reversed(), Array(sorted[(count / 3)...] + sorted[..<(count / 3)])] {
        var actual = list
        actual.sortStably(spare: &spare) { $0.rank < $1.rank }
        let expected = list.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        #expect(actual == expected.map(\.element))
      }
    }
  }
}
