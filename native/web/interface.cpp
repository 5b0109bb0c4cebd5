#include "interface.hpp"

#include <array>
#include <string>

#include "taquin/capabilities.hpp"
#include "taquin/version.hpp"

namespace taquin::web {

namespace {

Fault last_fault = Fault::none;
std::array<char, 200> last_message{};  // fixed: when memory is out, a string could not be stored
Result last_result;

EM_JS(int, call_poll, (double first, double second, double third, double fourth, int has_result), {
    return Module["poll"](first, second, third, fourth, has_result);
});

EM_JS(int, call_pace, (double depth, double stored), { return Module["pace"](depth, stored); });

}  // namespace

void set_fault(Fault fault, const char* message) {
    last_fault = fault;
    std::size_t length = 0;
    while (message[length] != '\0' && length + 1 < last_message.size()) {
        last_message[length] = message[length];
        ++length;
    }
    last_message[length] = '\0';
}

Result& new_result() {
    last_result = {};  // gives its memory back
    return last_result;
}

void Result::add(const Counters& counters) {
    for (const std::uint64_t count :
         {counters.expanded, counters.generated, counters.duplicates, counters.reopened, counters.pruned,
          counters.max_frontier, counters.max_stored, counters.max_depth}) {
        add(count);
    }
}

bool poll(double first, double second, double third, double fourth, bool has_result) {
    return call_poll(first, second, third, fourth, has_result) != 0;
}

int pace(int depth, std::uint64_t stored) { return call_pace(depth, static_cast<double>(stored)); }

TAQUIN_EXPORT void taquin_release(Object* object) { delete object; }
TAQUIN_EXPORT int taquin_fault() { return static_cast<int>(last_fault); }
TAQUIN_EXPORT const char* taquin_message() { return last_message.data(); }
TAQUIN_EXPORT const std::uint8_t* taquin_result_data() { return last_result.bytes().data(); }
TAQUIN_EXPORT std::size_t taquin_result_size() { return last_result.bytes().size(); }

/// The version and the capabilities, as text: words with spaces between them.
TAQUIN_EXPORT int taquin_describe() {
    return guarded([] {
        std::string text(version());
        for (const std::string_view name : capabilities()) {
            text += ' ';
            text += name;
        }
        new_result().add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        return 1;
    });
}

}  // namespace taquin::web
