package roomlog

// HistoryPage and MemberRooms are the queries of History and Rooms.
const HistoryPage = historyPage

var MemberRooms = memberRooms
